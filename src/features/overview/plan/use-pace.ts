import { hashKey, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { paceOf, PACE_WEEKS, type MonthPace } from '#/analytics/judge/pace.ts'
import type { LoadJob } from '#/analytics/worker/load.ts'
import { monthPlansQuery } from '#/api/month-plans/month-plans.ts'
import { clockSkew } from '#/api/transport/server-facts.ts'
import { dayNumber, monthStart } from '#/contract/day.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { momentOn, useAnalyticsSession } from '#/domain/loading/sessions.ts'
import { useWorkerAnswer } from '#/domain/loading/use-worker-answer.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useAddress, useQuestion } from '#/features/overview/data/use-overview.ts'

/** What is planned for a month of what the overview is about; null: nothing; undefined: that is not known yet. */
export const useMonthPlan = (month: string) => {
  const { scope } = useSignedIn()
  const { object = null } = useAddress('object')
  const query = useQuery(monthPlansQuery(scope))
  const plan = query.data?.find((one) => one.month === month && one.oid === object)
  return { ...query, plan: query.data && (plan ?? null) }
}

export type PacedField = 'contacts' | 'target'

export interface PaceView {
  /** Undefined: not everything has come yet. */
  readonly paces: Readonly<Record<PacedField, MonthPace>> | undefined
  /** By day from the month's first to today. */
  readonly countOn: (field: PacedField, day: number) => number
  readonly isFailed: boolean
  readonly retry: () => void
}

/** Where this month is heading: loads the last weeks, which the overview's own period may not have. */
export const usePace = (plan: MonthPlan): PaceView => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const { today, offset } = useQuestion('today', 'offset')
  const { object = null } = useAddress('object')
  const last = dayNumber(today)
  const job = useMemo(
    (): LoadJob => ({
      scope: { principal, client },
      oid: object,
      days: { first: last - PACE_WEEKS * 7, last },
      comparedDays: null,
    }),
    [principal, client, object, last],
  )
  const { session, view, defect, restart } = useAnalyticsSession(job, true)
  const { data } = useWorkerAnswer(
    {
      job: hashKey([job]),
      sessionId: view?.id,
      analytics: session ?? null,
      version: view?.state?.is === 'loaded' ? view.state.version : 0,
    },
    'report',
    'pace',
    { filters: [], days: job.days, comparedDays: null, bucket: 'day', won: [], now: null },
  )
  const { state = null } = view ?? {}
  const isLoaded = state?.is === 'loaded'
  const now = view === undefined ? null : momentOn(offset, view.toldAt + clockSkew.now())
  const points = new Map((data?.trend ?? []).map((point) => [point.start, point]))
  const countOn = (field: PacedField, day: number) => points.get(day)?.[field] ?? 0
  const first = `${plan.month}-01`
  const month = { first: dayNumber(first), last: dayNumber(monthStart(first, 1)) - 1 }
  const pace = (field: PacedField) => paceOf((day) => countOn(field, day), month, now!, plan[field])
  return {
    paces: isLoaded && data && now ? { contacts: pace('contacts'), target: pace('target') } : undefined,
    countOn,
    isFailed: defect !== null || state?.is === 'failed',
    retry: defect === null ? () => session?.resume() : restart,
  }
}
