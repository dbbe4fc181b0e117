import type { ReactNode } from 'react'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { TextValue } from '#/domain/cells/values.tsx'

export const WideFacts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[132px_minmax(0,1fr)] content-start gap-x-2 gap-y-1 text-13 tabular-nums phone:grid-cols-[136px_minmax(0,1fr)] phone:gap-y-2 phone:text-14">
    {children}
  </dl>
)

export const YesNo = ({ value, absent = m.not_supplied() }: { value: boolean | null; absent?: string }) =>
  value === null ? <Absent reason={absent} /> : value ? m.object_yes() : m.object_no()

/**
 * Localised day with the service's text; unparsable ones as they are.
 * @param day `YYYY-MM-DD`; null: unparsable
 */
export const Day = ({
  written,
  day,
  absent,
}: {
  written: string | null
  day: string | null
  absent: string
}) => {
  if (written === null || day === null) return <TextValue value={written} absent={absent} />
  return (
    <time dateTime={day} title={written} className="tabular-nums">
      {formatDay(day)}
    </time>
  )
}
