import { useState } from 'react'
import { Button } from '#/ui/control/button.tsx'
import { RangeCalendar } from '#/ui/control/range-calendar.tsx'
import { OptionList } from '#/ui/control/option-list.tsx'
import { FilterChip, FilterPill, QuickChip } from '#/ui/control/pill.tsx'
import { SwitcherButton } from '#/ui/control/switcher-button.tsx'
import { tabClass, Tabs } from '#/ui/control/tabs.tsx'
import { Part, Row, Specimen } from './specimen.tsx'

const STATUSES = ['Answered', 'No answer', 'Busy']

const Pill = ({ name, initial, always = false }: { name: string; initial?: string; always?: boolean }) => {
  const [value, setValue] = useState(initial)
  return (
    <FilterPill
      name={name}
      value={value}
      removeLabel={`Remove filter: ${name} ${value ?? ''}`}
      onRemove={always ? undefined : () => setValue(undefined)}
    >
      {(close) => (
        <div className="grid gap-3">
          <OptionList
            label={name}
            autoFocus
            selected={value ?? ''}
            onSelect={(next) => setValue(next || undefined)}
            groups={[
              { options: [{ id: '', label: 'Any' }] },
              {
                label: 'Statuses',
                options: [...new Set([...STATUSES, ...(initial === undefined ? [] : [initial])])].map(
                  (status) => ({ id: status, label: status }),
                ),
              },
            ]}
          />
          <Button onClick={close}>Done</Button>
        </div>
      )}
    </FilterPill>
  )
}

const Chip = ({ name, initial, count }: { name: string; initial: boolean; count?: string }) => {
  const [on, setOn] = useState(initial)
  return (
    <QuickChip pressed={on} onPress={() => setOn(!on)} count={count}>
      {name}
    </QuickChip>
  )
}

const Calendar = () => {
  const [range, setRange] = useState({ from: '2026-11-09', to: '2026-11-17' })
  return (
    <RangeCalendar
      label="Days of the period"
      locale="en-US"
      value={range}
      today="2026-11-20"
      months={1}
      onChange={setRange}
    />
  )
}

const VIEWS = ['All contacts', 'Missed, first-time', 'Target', 'Long calls']
const Views = () => {
  const [current, setCurrent] = useState(VIEWS[0])
  return (
    <Tabs aria-label="Views" className="border-b border-line">
      {VIEWS.map((view) => (
        <a
          key={view}
          href="#views"
          aria-current={view === current ? 'page' : undefined}
          onClick={(event) => {
            event.preventDefault()
            setCurrent(view)
          }}
          className={tabClass}
        >
          {view}
        </a>
      ))}
    </Tabs>
  )
}

export const FiltersPart = () => (
  <Part title="Filters and views">
    <Specimen title="Filter pill" note="Not set, set, set for good, set to more than fits.">
      <Row className="gap-x-1.5">
        <Pill name="Source" />
        <Pill name="Status" initial="Busy" />
        <Pill name="Period" initial="Month" always />
        <Pill
          name="Page address"
          initial="/services/implantation/all-on-four/prices-and-payment-by-instalments"
        />
      </Row>
    </Specimen>
    <Specimen title="Filter chip" note="It can only be taken off.">
      <Row className="gap-x-1.5">
        <FilterChip
          name="Region"
          value="Moscow"
          removeLabel="Remove filter: Region Moscow"
          onRemove={() => {}}
        />
        <FilterChip
          name="Search request"
          value="dental implants with instalments near the Tverskaya station"
          removeLabel="Remove filter: Search request"
          onRemove={() => {}}
        />
      </Row>
    </Specimen>
    <Specimen title="Quick chip">
      <Row className="gap-x-1.5">
        <Chip name="No answer" initial={false} count="124" />
        <Chip name="First-time" initial count="1,310" />
        <Chip name="Long calls" initial={false} />
        <Chip name="Target" initial />
      </Row>
    </Specimen>
    <Specimen title="Range calendar" note="Chosen days, today, days to come.">
      <Calendar />
    </Specimen>
    <Specimen title="Tabs">
      <Views />
    </Specimen>
    <Specimen title="Switcher" note="Chosen, open, wrong, and a name longer than its place.">
      <Row className="gap-x-1">
        <SwitcherButton kind="Client" value="Sever Group" />
        <SwitcherButton kind="Object" value="all" aria-expanded />
        <SwitcherButton kind="Client" value="none" warning="This client is not yours." />
        <SwitcherButton
          kind="Object"
          value="Dentika, the dental clinic on Tverskaya that is open around the clock"
          className="max-w-60"
        />
      </Row>
    </Specimen>
  </Part>
)
