import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { FilterPill, type FilterPillProps } from '#/ui/control/pill.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'

/** The calendar's code, loaded on the first sign that it is wanted. */
export const useCalendar = () =>
  useOnIntent(() => import('#/ui/control/range-calendar.tsx').then((code) => code.RangeCalendar))
export type CalendarCode = ReturnType<typeof useCalendar>

/** A pill that says the period and opens its picker. */
export const PeriodPill = ({
  renderPicker,
  ...pill
}: Omit<FilterPillProps, 'children' | 'value'> & {
  readonly value: string
  /** `PeriodPicker`, whose code may come later; null: it has not yet. */
  readonly renderPicker: (calendar: CalendarCode, close: () => void) => ReactNode
}) => {
  const calendar = useCalendar()
  return (
    <span role="none" className="contents" {...calendar.handlers}>
      <FilterPill {...pill}>{(close) => renderPicker(calendar, close) ?? <AwaitedEditor />}</FilterPill>
    </span>
  )
}

/** In a pill whose editor has not come yet. */
export const AwaitedEditor = () => <p className="text-13 text-text-3">{m.loading()}</p>
