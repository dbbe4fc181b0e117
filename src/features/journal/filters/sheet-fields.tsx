import { useRef, useState } from 'react'
import { DEFAULT_JOURNAL_PERIOD, PERIODS, type Period } from '#/contract/call-filters.ts'
import { StackedPeriodPicker } from '#/domain/period/period-picker.tsx'
import { useCalendar } from '#/domain/period/period-pill.tsx'
import { MarksRow } from '#/features/journal/marks/marks-row.tsx'
import { OpeningRow } from '#/features/journal/marks/opening-row.tsx'
import { PERIOD_WORDS } from '#/features/journal/period.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { filterName } from '#/domain/contact-list/filter-labels.ts'
import type { FieldProps } from './field-props.ts'
import { FilterField } from './filter-fields.tsx'
import type { EditedFilter, ToggleFilter } from './offered-filters.ts'
import { periodPicker } from './period-filter.tsx'

export interface SheetFields extends Pick<FieldProps, 'journal' | 'oid' | 'today' | 'sources'> {
  /** Filters that have an editor. */
  readonly names: readonly EditedFilter[]
  /** What a filter is set to, in words; undefined: not set. */
  readonly wordsOf: (name: EditedFilter) => string | undefined
  /** Target only, First-time only. */
  readonly toggles: readonly ToggleFilter[]
}

/** What is in a phone's sheet of filters; loaded once the list stands. */
export const SheetFields = ({ names, wordsOf, toggles, ...filtered }: SheetFields) => {
  const fields: FieldProps = { ...filtered, autoFocus: false, onDone: () => {} }
  return (
    <>
      <PeriodGrid {...fields} />
      <div className="mt-3 divide-y divide-line border-y border-line">
        {names.map((name) =>
          isChosen(name) ? (
            <ChoiceRow key={name} name={name} value={wordsOf(name)} {...fields} />
          ) : (
            <div key={name} className={rowClass}>
              <FilterField name={name} {...fields} />
            </div>
          ),
        )}
        <MarksRow journal={fields.journal} />
        {toggles.map((name) => (
          <div key={name} className="py-1">
            <Checkbox
              checked={fields.journal.search[name] === '1'}
              onChange={(event) => fields.journal.change({ [name]: event.target.checked ? '1' : undefined })}
            >
              {filterName(name)}
            </Checkbox>
          </div>
        ))}
      </div>
    </>
  )
}

/** A field as a row: its name at the start, its value at the end, without a frame of its own. */
const rowClass =
  'py-1 [&>div:not(:has([type=checkbox]))]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] [&>div]:items-center [&_label]:text-15 [&_label]:font-normal [&_label]:text-text [&_p]:col-span-2 [&_p]:pb-1 [&_input:not([type=checkbox])]:border-transparent [&_input:not([type=checkbox])]:bg-transparent [&_input:not([type=checkbox])]:text-right'

/** The service's own words as buttons; "Custom" opens days and ready periods, and asks for nothing until days are chosen. */
const PeriodGrid = ({ journal, today }: FieldProps) => {
  const calendar = useCalendar()
  const [opened, setOpened] = useState(false)
  const { period = DEFAULT_JOURNAL_PERIOD } = journal.search
  const custom = opened || period === 'custom'
  const choose = (next: Period) => {
    setOpened(next === 'custom')
    if (next === 'custom') calendar.load()
    else journal.change({ period: next, date_from: undefined, date_to: undefined })
  }
  return (
    <>
      <div role="group" aria-label={m.filter_period()} className="grid grid-cols-3 gap-1.5">
        {PERIODS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === (custom ? 'custom' : period)}
            onClick={() => choose(one)}
            className="h-10 rounded-2 border border-line-strong bg-raised text-13 font-medium aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-accent"
          >
            {PERIOD_WORDS[one]()}
          </button>
        ))}
      </div>
      {custom && (
        <div className="mt-4">
          <StackedPeriodPicker {...periodPicker(journal, today)} calendar={calendar} onDone={() => {}} />
        </div>
      )}
    </>
  )
}

/** Filters that are chosen out of a list, which opens in its row. */
const CHOSEN: ReadonlySet<EditedFilter> = new Set<EditedFilter>([
  'status_filter',
  'source_filter',
  'duration_filter',
])
const isChosen = (name: EditedFilter) => CHOSEN.has(name)

const ChoiceRow = ({
  name,
  value,
  ...props
}: FieldProps & { name: EditedFilter; value: string | undefined }) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <OpeningRow
      ref={button}
      name={filterName(name)}
      value={value}
      open={open}
      onToggle={() => {
        if (name === 'source_filter') props.sources.load()
        setOpen(!open)
      }}
    >
      <div className="max-h-80 overflow-auto">
        <FilterField
          name={name}
          {...props}
          onDone={() => {
            setOpen(false)
            // When the list is gone: until then it takes the focus back.
            requestAnimationFrame(() => button.current?.focus())
          }}
        />
      </div>
    </OpeningRow>
  )
}
