import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import { useState } from 'react'

import { findShifts, type Shifts } from '#/features/overview/tools/find-shifts.ts'
import { valueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { useReport } from '#/features/overview/data/use-overview.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { ReceiptPopover, type Receipt } from '#/domain/figures/receipt.tsx'
import { receiptContents } from '#/domain/figures/receipt-contents.tsx'
import { formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton, linkClass } from '#/ui/control/button.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import type { ShiftsChoice } from './file.ts'

const FIRST_HOURS = 5
const MOST_HOURS = 10

export const SHIFTS_FILE: Exportable<ShiftsChoice> = {
  name: 'shifts',
  isDrawn: false,
  usual: { count: FIRST_HOURS },
  file: () => import('./file.ts').then(({ shiftsFile }) => shiftsFile),
}

/** Extra working hours that would have answered the most first-time callers. */
export const ShiftFinder = () => {
  const { heat } = useReport('heat')
  const [count, setCount] = useState(FIRST_HOURS)
  if (!heat) return <SkeletonLines lines={3} label={m.loading()} />
  const shifts = findShifts(heat, count)
  if (shifts.hours.length === 0) return <p className="text-text-2">{m.shifts_none()}</p>
  return (
    <>
      <div className="flex items-center gap-1">
        <span className="mr-1 text-text-2">{m.shifts_count()}</span>
        <IconButton icon="minus" label={m.shifts_fewer()} onClick={() => setCount(Math.max(1, count - 1))} />
        <span className="min-w-6 text-center font-strong tabular-nums">{formatNumber(count)}</span>
        <IconButton
          icon="plus"
          label={m.shifts_more()}
          onClick={() => setCount(Math.min(MOST_HOURS, count + 1))}
        />
        <ExportMenu panel={SHIFTS_FILE} choice={{ count }} title={m.tools_shifts()} />
      </div>
      <p aria-live="polite" className="mt-2 text-16 font-semibold">
        {shifts.answerRate === null
          ? m.shifts_unstaffed()
          : shifts.met === null
            ? m.shifts_few({ missed: formatNumber(shifts.missed), least: formatNumber(TOO_FEW) })
            : m.shifts_met({ missed: formatNumber(shifts.missed), ...metLabel(shifts.met) })}
      </p>
      <ReceiptPopover
        renderContents={receiptContents(() => shiftReceipt(shifts))}
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            className={`${linkClass} min-h-6 cursor-default text-13 phone:min-h-10`}
          >
            {m.shifts_why()}
          </button>
        )}
      />
      <Table edge="none" aria-label={m.tools_shifts()} className="mt-2 max-w-120">
        <thead>
          <tr>
            <Th>{m.shifts_hour()}</Th>
            <Th numeric>{m.shifts_missed()}</Th>
          </tr>
        </thead>
        <tbody>
          {shifts.hours.map(({ weekday, hour, missed }) => (
            <Tr key={`${weekday} ${hour}`}>
              <Td>{valueLabel('hour_of_week', String(weekday * 24 + hour))}</Td>
              <Td numeric>{formatNumber(missed)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

const metLabel = ({ low, high }: NonNullable<Shifts['met']>) => ({
  low: formatNumber(low),
  high: formatNumber(high),
})

const shiftReceipt = ({ hours, missed, answerRate, met }: Shifts): Receipt => ({
  title: m.shifts_met_title(),
  value: met === null ? '–' : m.shifts_between(metLabel(met)),
  definition: m.shifts_definition(),
  formula:
    answerRate === null || met === null
      ? null
      : `${formatNumber(missed)} × ${formatPercent(answerRate.rate)} ≈ ${formatNumber(met.expected)}`,
  inputs: [
    { label: m.shifts_count(), value: formatNumber(hours.length) },
    { label: m.shifts_missed(), value: formatNumber(missed) },
    ...(answerRate === null
      ? []
      : [
          {
            label: m.shifts_rate(),
            value: m.today_range({
              rate: formatPercent(answerRate.rate),
              low: formatPercent(answerRate.low),
              high: formatPercent(answerRate.high),
            }),
          },
        ]),
  ],
  notes: [
    m.shifts_note_staffed(),
    m.shifts_note_weeks(),
    met === null ? m.shifts_note_few({ least: formatNumber(TOO_FEW) }) : m.shifts_note_range(),
  ],
})
