import { useMemo } from 'react'
import { dayText, dayNumber, monthStart } from '#/contract/day.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import type { spendingIn } from '#/domain/costs/costs.ts'

/** Passed in, since the overview has it loaded. */
export type SpendIn = typeof spendingIn

/** Spend of a month until today, as entered. @param month `YYYY-MM` */
export const useSpent = (month: string, spendIn: SpendIn): number => {
  const { client } = useSignedIn().scope
  const { spend = [] } = usePreferences().preferences
  const { today, now } = useOverview('today', 'now')
  const { object = null } = useAddress('object')
  return useMemo(() => {
    const from = `${month}-01`
    const last = dayText(dayNumber(monthStart(from, 1)) - 1)
    const days = { from, to: last < today ? last : today }
    const { parts } = spendIn(spend, { client, object }, days, { filters: [] }, now)
    return parts.reduce((sum, { part }) => sum + part, 0)
  }, [spend, client, object, today, now, month, spendIn])
}
