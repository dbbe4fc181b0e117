import type { Days } from '#/analytics/columns/select.ts'
import { dayNumber, type DayRange } from '#/contract/day.ts'
import { formatStretches } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { RollUpState } from './use-roll-up.ts'

const NONE: readonly DayRange[] = []

/** Days of the period that our server could not read of a client: its figures are not final. */
export const unreadDaysOf = ({ kept }: Pick<RollUpState, 'kept'>, client: string): readonly DayRange[] =>
  kept.accounts.get(client)?.unread.map(({ date_from, date_to }) => ({ from: date_from, to: date_to })) ??
  NONE

/** "Couldn't read Nov 3 – 4, 2026" */
export const clientUnreadWords = (unread: readonly DayRange[]): string =>
  m.unread_days_only({ days: formatStretches(unread) })

export const dayNumbersOf = (ranges: readonly DayRange[]): Days[] =>
  ranges.map(({ from, to }) => ({ first: dayNumber(from), last: dayNumber(to) }))
