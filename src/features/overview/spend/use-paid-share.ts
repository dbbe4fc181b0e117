import { useMemo } from 'react'
import { toDays } from '#/analytics/period.ts'
import { SHARE_DAYS, type PaidTargets } from '#/analytics/spend/planned-cost.ts'
import { spendingOf } from '#/analytics/spend/spending.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import { addDays } from '#/contract/day.ts'
import type { CountAsRule, Spent } from '#/contract/preferences.ts'
import { isOwnSettled } from '#/domain/figures/unread-days.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { useFiguresReading } from '#/domain/figures/use-reading.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useQuestion } from '#/features/overview/data/use-overview.ts'

/**
 * Target contacts of the last {@link SHARE_DAYS} days, and how many of them sources brought that something was paid for in
 * these days. Null: not all of these days are read, or it is not wanted.
 */
export const usePaidShare = (
  saved: readonly Spent[],
  object: string | null,
  isWanted: boolean,
): PaidTargets | null => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const { today, countAs = NO_RULES } = useQuestion('today', 'countAs')
  const { job, paid } = useMemo(() => {
    const days = { from: addDays(today, 1 - SHARE_DAYS), to: today }
    const { parts } = spendingOf(saved, { client, object }, days, countAs)
    const job: FiguresJob = {
      scope: { principal, client },
      oid: object,
      days: toDays(days),
      comparedDays: null,
    }
    return { job, paid: [...new Set(parts.flatMap(({ source, part }) => (part > 0 ? source : [])))] }
  }, [saved, principal, client, object, today, countAs])
  useFiguresReading(job, isWanted)
  const question = { dimension: 'channel', won: [], limit: null, countAs } as const
  const all = useFigures(job, 'table', 'all', isWanted ? { ...question, filters: [] } : null)
  const ofPaid = useFigures(
    job,
    'table',
    'paid',
    isWanted ? { ...question, filters: [{ by: 'source', values: paid }] } : null,
  )
  const isKnown = [all, ofPaid].every(({ state }) => state !== undefined && isOwnSettled(state))
  const targets = ({ data }: typeof all) => data?.rows.reduce((sum, { target }) => sum + target, 0)
  const [whole, part] = [targets(all), targets(ofPaid)]
  return useMemo(
    () => (isKnown && whole !== undefined && part !== undefined ? { paid: part, all: whole } : null),
    [isKnown, whole, part],
  )
}

const NO_RULES: readonly CountAsRule[] = []
