import { useState } from 'react'
import { Choice } from '#/ui/control/choice.tsx'
import { BarRows } from '#/ui/data/bar-rows.tsx'
import { HeatGrid, HeatLegend } from '#/ui/data/heat-grid.tsx'
import { DayBars } from '#/ui/chart/day-bars.tsx'
import { ShareBar } from '#/ui/chart/share-bar.tsx'
import { LineChart } from '#/ui/chart/line-chart.tsx'
import type { Stretch } from '#/ui/chart/line-chart.tsx'
import { roundTicks } from '#/ui/chart/plot.ts'
import { Part, Specimen } from './specimen.tsx'

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DAYS = [31, 66, 69, 60, 62, null, 57, 40, 33, 70, 64, 67, 59, 44, 35]
const BEFORE = [29, 61, 63, 57, 58, 53, 36, 31, 64, 61, 60, 55, 38, 33, 31]

const Lines = () => {
  const [chosen, setChosen] = useState<Stretch | null>({ first: 9, last: 11 })
  const words = (index: number) => `Nov ${index + 1}: ${DAYS[index] ?? '–'}, was ${BEFORE[index]}`
  return (
    <Specimen title="Line" note="A gap, a stretch that is chosen, and a last day that is not over.">
      <LineChart
        label="Contacts by day"
        points={DAYS.map((value, index) => ({
          value,
          compared: BEFORE[index] ?? null,
          partial: index === DAYS.length - 1,
        }))}
        ticks={roundTicks(70).map((value) => ({ value, words: String(value) }))}
        places={[0, 4, 8, 14].map((index) => ({ index, words: `Nov ${index + 1}` }))}
        describe={words}
        tip={(index) => ({
          place: `Nov ${index + 1}`,
          value: `Contacts ${DAYS[index] ?? '–'}`,
          compared: String(BEFORE[index]),
        })}
        chosen={chosen}
        onChoose={setChosen}
        unfinished={{ index: DAYS.length - 1, words: '35 until 14:06, was 31' }}
      />
    </Specimen>
  )
}

const Days = () => (
  <Specimen title="Days" note="A limit, a day above it, and one that is not known.">
    <div role="img" aria-label="Missed rate by day" className="h-24">
      <DayBars
        days={[12, 18, null, 31, 9].map((value, index) => ({
          name: `Nov ${index + 1}`,
          value,
          words: value !== null && value > 20 ? `${value}%` : null,
        }))}
        limit={{ value: 20, words: '20%' }}
      />
    </div>
  </Specimen>
)

const Heat = () => {
  const [pressed, setPressed] = useState('1 3')
  const press = (name: string) => setPressed(pressed === name ? '' : name)
  return (
    <Specimen title="Heat grid" note="Nothing there, too little to say, one pressed. Arrow keys move.">
      <HeatGrid
        label="Contacts by weekday and hour"
        rows={WEEK.slice(0, 3).map((words, row) => ({
          words,
          name: words,
          pressed: pressed === `row ${row}`,
        }))}
        columns={Array.from({ length: 10 }, (_, column) => ({
          words: column % 3 === 0 ? `${column}:00` : '',
          name: `${column}:00`,
          pressed: pressed === `column ${column}`,
        }))}
        cell={(row, column) => ({
          level: column === 8 ? 'hatched' : column === 9 ? 'none' : column,
          name: `${WEEK[row]} ${column}:00`,
          pressed: pressed === `${row} ${column}`,
        })}
        onCell={(row, column) => press(`${row} ${column}`)}
        onRow={(row) => press(`row ${row}`)}
        onColumn={(column) => press(`column ${column}`)}
      />
      <HeatLegend least="0" most="12 contacts" hatched="under 15 calls" />
    </Specimen>
  )
}

const REGIONS = [
  { name: 'Москва', contacts: 412, rate: '41.5%' },
  { name: 'Республика Саха (Якутия), Усть-Алданский улус, село Борогонцы', contacts: 148, rate: '48.0%' },
  { name: 'Казань', contacts: 9, rate: '–' },
]

const Bars = () => {
  const [pressed, setPressed] = useState<string | null>(null)
  return (
    <Specimen title="Bar rows" note="A long name is cut, one without a name comes last. Press one.">
      <BarRows
        label="Regions"
        head="Region"
        columns={[{ words: 'Contacts' }, { words: 'Target', title: 'Target rate' }]}
        rows={[...REGIONS, { name: 'Without region', contacts: 640, rate: '12.1%' }].map(
          ({ name, contacts, rate }, index) => ({
            key: name,
            name,
            unnamed: index === REGIONS.length,
            share: contacts / 412,
            pressed: pressed === name,
            cells: [contacts, rate],
          }),
        )}
        onPress={(key) => setPressed(pressed === key ? null : key)}
      />
    </Specimen>
  )
}

const BarsBesideLabel = () => (
  <Specimen title="Share bar" note="For rows that have words and figures of their own.">
    <ul className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-3 text-13">
      {Object.entries({ Contacts: 1, Answered: 0.63, Deals: 0.04 }).map(([step, share]) => (
        <li key={step} className="col-span-full grid min-h-8 grid-cols-subgrid items-center">
          {step}
          <ShareBar share={share} />
        </li>
      ))}
    </ul>
  </Specimen>
)

const Choices = () => {
  const [value, setValue] = useState<'contacts' | 'missed'>('contacts')
  return (
    <Specimen title="Choice">
      <Choice
        label="Shown"
        value={value}
        options={[
          { value: 'contacts', label: 'Contacts' },
          { value: 'missed', label: 'Missed rate' },
        ]}
        onChange={setValue}
      />
    </Specimen>
  )
}

export const ChosenChartsPart = () => (
  <Part title="Charts to choose in">
    <div>
      <Lines />
      <Days />
      <Choices />
      <BarsBesideLabel />
    </div>
    <div>
      <Heat />
      <Bars />
    </div>
  </Part>
)
