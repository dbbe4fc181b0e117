import {
  REPORT_FIELDS,
  reportSettings,
  type ReportField,
  type ReportSettings,
} from '#/contract/delivery/reports.ts'
import { readRecipients } from '#/contract/delivery/recipients.ts'
import { timingTrouble } from '#/contract/delivery/timing.ts'
import { isZone } from '#/server/schedule/due.ts'
import type { NewSchedule, Schedule } from '#/server/schedule/schedules.ts'

export const REPORT_KIND = 'report'

export const scheduleOfReport = ({ timing, zone, ...what }: ReportSettings): NewSchedule => ({
  kind: REPORT_KIND,
  what,
  timing,
  zone,
})

/** Null: written by another version. */
export const reportSettingsOf = ({ what, timing, zone }: Schedule): ReportSettings | null =>
  typeof what === 'object' ? (reportSettings.safeParse({ ...what, timing, zone }).data ?? null) : null

type Wrong = Partial<Record<ReportField, string>>

/** Errors by field: codes, with the value after a colon. */
export const wrongSettings = ({ to, timing, zone }: ReportSettings): Wrong => {
  const { addresses, wrong, isTooMany } = readRecipients(to.join('\n'))
  const toWords = isTooMany
    ? 'too_many'
    : wrong[0] !== undefined
      ? `no_address: ${wrong[0].slice(0, 80)}`
      : addresses.length === 0
        ? 'nobody'
        : null
  const when = timing.every === 'minutes' ? 'no_such_day' : timingTrouble(timing)
  return {
    ...(toWords !== null && { to: toWords }),
    ...(when !== null && { timing: when }),
    ...(!isZone(zone) && { zone: 'unknown' }),
  }
}
export const isWrong = (wrong: Wrong): boolean => REPORT_FIELDS.some((field) => field in wrong)

/** Removes duplicate addresses. */
export const cleanSettings = (settings: ReportSettings): ReportSettings => ({
  ...settings,
  to: [...readRecipients(settings.to.join('\n')).addresses],
})
