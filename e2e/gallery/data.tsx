import { useState } from 'react'
import { Unreadable } from '#/contract/field.ts'
import { UnreadableRecord } from '#/domain/notice/unreadable-record.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Bubble, Bubbles } from '#/ui/data/bubble.tsx'
import { Button } from '#/ui/control/button.tsx'
import { ComparedBars } from '#/ui/chart/compared-bars.tsx'
import { Clamp, CLAMP_LENGTH } from '#/ui/data/clamp.tsx'
import { CopyButton } from '#/ui/control/copy-button.tsx'
import { Fact, FactList, valueLinkClass } from '#/ui/data/fact-list.tsx'
import { Horizon } from '#/ui/data/horizon.tsx'
import { Progress, ProgressLine } from '#/ui/data/progress.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { SortMenu } from '#/ui/table/sort-menu.tsx'
import { SortHead, Table, Td, Tr, TwoLines, type RowOrder, type SortDirection } from '#/ui/table/table.tsx'
import { Part, Row, Specimen } from './specimen.tsx'

const opposite = (direction: SortDirection | undefined): SortDirection =>
  direction === 'ascending' ? 'descending' : 'ascending'

const CONTACTS = [
  { time: '13:21', source: 'Paid search', caller: '+7 916 482-17-05', duration: '4:38', deal: 'Договор' },
  { time: '13:04', source: 'Maps', caller: '+7 903 774-12-90' },
  { time: '12:48', source: 'Organic', caller: '+7 925 118-03-46', duration: '1:36', deal: 'Оплачено' },
]

const COLUMNS = [
  { id: 'Date', label: 'Date' },
  { id: 'Source', label: 'Source', className: 'phone:hidden' },
  { id: 'Caller', label: 'Caller', sorts: false },
  { id: 'Duration', label: 'Duration', numeric: true },
  { id: 'CRM', label: 'CRM', sorts: false, className: 'phone:hidden' },
]
const SORTED = ['Date', 'Source', 'Duration'].map(
  (id) => ({ id, label: id, firstDirection: 'descending' }) as const,
)

const Contacts = () => {
  const [order, setOrder] = useState<RowOrder<string>>({ column: 'Date', direction: 'descending' })
  const sort = (column: string) =>
    setOrder({ column, direction: opposite(order.column === column ? order.direction : undefined) })
  return (
    <>
      <SortMenu label="Sort by" columns={SORTED} order={order} onSort={sort} />
      <Table aria-label="Contacts">
        <thead>
          <SortHead columns={COLUMNS} order={order} onSort={sort} />
        </thead>
        <tbody>
          {CONTACTS.map(({ time, source, caller, duration, deal }, index) => (
            <Tr key={time} selected={index === 2}>
              <Td className="tabular-nums">{time}</Td>
              <Td className="phone:hidden">{source}</Td>
              <Td className="font-strong tabular-nums">{caller}</Td>
              <Td numeric>{duration ?? <Absent reason="Nobody answered" />}</Td>
              <Td className="phone:hidden">{deal ?? <Absent reason="No deal" />}</Td>
            </Tr>
          ))}
          <tr>
            <Td colSpan={5} className="bg-warning-soft">
              <UnreadableRecord record={new Unreadable({ id: null, from: '79160000000' })} />
            </Td>
          </tr>
          <Tr height="two-line">
            <Td className="tabular-nums">12:10</Td>
            <Td className="phone:hidden">Referral</Td>
            <Td colSpan={3}>
              <TwoLines first="Two lines in one row" second="what helps to tell it from others" />
            </Td>
          </Tr>
        </tbody>
      </Table>
    </>
  )
}

const SESSIONS = [
  { used: 600, tone: 'accent' },
  { used: 850, tone: 'warning' },
  { used: 1000, tone: 'missed' },
] as const

const ProgressAndMeters = () => (
  <Specimen title="Progress" note="Work under way has a way to stop it; amounts that stand still have none.">
    <ProgressLine
      title="Exporting to XLSX"
      detail="7,350 of 12,480, 6 s left"
      action={<Button>Cancel</Button>}
      bar={<Progress label="Exporting to XLSX" value={7350} max={12_480} valueText="7,350 of 12,480" />}
    />
    <Row className="gap-x-5">
      {SESSIONS.map(({ used, tone }) => (
        <span key={tone} className="grid w-24 gap-1.5 text-12 text-text-3 tabular-nums">
          {used} of 1000
          <Progress
            kind="meter"
            label="Sessions"
            tone={tone}
            value={used}
            max={1000}
            valueText={`${used} of 1000`}
          />
        </span>
      ))}
    </Row>
  </Specimen>
)

const ENDS = [
  { days: 6, tone: 'missed' },
  { days: 19, tone: 'warning' },
  { days: 60, tone: 'neutral' },
] as const

const Horizons = () => (
  <Specimen title="Horizon" note="The words beside it say what it shows.">
    <div className="grid gap-3 text-12 text-text-3 tabular-nums">
      {ENDS.map(({ days, tone }) => (
        <span key={days} className="grid max-w-60 gap-0.5">
          <Horizon value={days} max={90} tone={tone} />
          {days} of 90 days
        </span>
      ))}
    </div>
  </Specimen>
)

const Facts = () => (
  <Specimen title="Facts">
    <FactList>
      <Fact label="Source">
        <a href="#source" className={valueLinkClass}>
          Paid search
        </a>
      </Fact>
      <Fact label="Caller">
        <span className="inline-flex items-center gap-1 tabular-nums">
          +7 916 482-17-05
          <CopyButton
            text="+79164821705"
            label="Copy number"
            copiedLabel="Copied"
            manualLabel="Press Ctrl+C to copy the number"
            className="-my-1 phone:-my-2.5"
          />
        </span>
      </Fact>
      <Fact label="Page">
        dentika.example/services/implantation/all-on-four/prices-and-payment-by-instalments
      </Fact>
      <Fact label="Region">
        <Absent reason="The service did not find it" />
      </Fact>
    </FactList>
  </Specimen>
)

const Conversation = () => (
  <Specimen title="Conversation">
    <Bubbles>
      <Bubble side="visitor" who="Visitor, 13:04">
        Hello! How much is an implant?
      </Bubble>
      <Bubble side="answer" who="Anna, 13:05">
        From 45,000 ₽ with the crown. Shall I write down your number, so that the doctor can tell you more?
      </Bubble>
      <Bubble side="visitor" who="Visitor, 13:05">
        Да, пожалуйста
      </Bubble>
    </Bubbles>
  </Specimen>
)

const LongText = () => (
  <Specimen title="Long text">
    {/* Truncation shows at the end. */}
    <div
      ref={(box) => box?.scrollTo({ top: box.scrollHeight })}
      className="max-h-25 overflow-auto text-13"
      tabIndex={0}
      role="group"
      aria-label="Comment"
    >
      <Clamp text={'Asked about prices. '.repeat(CLAMP_LENGTH / 10)} showAllLabel="Show all" />
    </div>
  </Specimen>
)

const BARS = [
  { label: 'Sever Group', value: 0.126, words: '12.6%', compared: 0.107, comparedLabel: '10.7%' },
  {
    label: 'Белый Клык, ветклиники на Тверской',
    value: 0,
    words: '0.0%',
    compared: 0.092,
    comparedLabel: '9.2%',
  },
  { label: 'New company', value: undefined, words: '–', compared: undefined, comparedLabel: '–' },
]

export const ChartsPart = () => (
  <Part title="Charts">
    <Specimen title="Compared bars" note="One axis from zero; what is not known has no bar.">
      <ComparedBars
        label="Missed rate: Sever Group 12.6% (10.7%), Белый Клык 0.0% (9.2%), New company not known"
        bars={BARS}
        series={['Nov 1 – 20', 'Oct 11 – 30']}
      />
    </Specimen>
    <Specimen title="Without comparison">
      <ComparedBars
        label="Contacts: Sever Group 4,212, New company 0"
        bars={[
          { label: 'Sever Group', value: 4212, words: '4,212' },
          { label: 'New company', value: 0, words: '0' },
        ]}
        series={['Nov 1 – 20']}
      />
    </Specimen>
  </Part>
)

export const TablePart = () => (
  <Part title="Table and progress">
    <Specimen
      title="Table"
      note="Sorted, sortable, plain and numeric heads; a current, an unreadable and a tall row."
    >
      <Contacts />
    </Specimen>
    <div>
      <ProgressAndMeters />
      <Horizons />
      <Specimen title="Skeleton" note="Seen when the wait is longer than 150 ms.">
        <SkeletonLines lines={4} label="Loading comments" />
      </Specimen>
    </div>
  </Part>
)

export const TextsPart = () => (
  <Part title="Facts and texts">
    <Facts />
    <div>
      <Conversation />
      <LongText />
    </div>
  </Part>
)
