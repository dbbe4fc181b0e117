import type { Days } from '#/contract/figures/questions.ts'
import { dayNumber, type DayRange } from '#/contract/day.ts'
import { isComing } from '#/api/client-comparison/client-comparison.ts'
import { formatStretches } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ClientComparisonState } from './use-client-comparison.ts'

const NONE: readonly DayRange[] = []

const rangeOf = ({ date_from, date_to }: { date_from: string; date_to: string }): DayRange => ({
  from: date_from,
  to: date_to,
})

/** Days that failed to load; the client's figures are incomplete. */
export const unreadDaysOf = (
  { accounts }: Pick<ClientComparisonState, 'accounts'>,
  client: string,
): readonly DayRange[] => {
  const account = accounts.get(client)
  if (!account) return NONE
  if (account.unread.length > 0 || account.is !== 'part' || account.is_reading || !account.missing)
    return account.unread.map(rangeOf)
  return [rangeOf(account.missing)]
}

/** Why a client's figures are incomplete; null: final. */
export const unfinishedLabel = (
  state: Pick<ClientComparisonState, 'accounts'>,
  client: string,
): { readonly mark: string; readonly why: string; readonly icon: 'clock' | 'alert' } | null => {
  const account = state.accounts.get(client)
  if (account && isComing(account))
    return { mark: m.client_comparison_reading(), why: m.client_comparison_reading_why(), icon: 'clock' }
  const unread = unreadDaysOf(state, client)
  return unread.length === 0
    ? null
    : { mark: m.client_comparison_incomplete(), why: clientUnreadLabel(unread), icon: 'alert' }
}

/** "Couldn't read Nov 3 – 4, 2026" */
export const clientUnreadLabel = (unread: readonly DayRange[]): string =>
  m.unread_days_only({ days: formatStretches(unread) })

export const dayNumbersOf = (ranges: readonly DayRange[]): Days[] =>
  ranges.map(({ from, to }) => ({ first: dayNumber(from), last: dayNumber(to) }))
