import { useEffect, useEffectEvent } from 'react'
import type { FiguresJob } from '#/api/figures/figures.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import type { DayRange } from '#/contract/day.ts'
import { useContacts } from '#/domain/figures/use-contacts.ts'
import { useAddress, useLoading, useQuestion } from './use-overview.ts'

interface Lately {
  readonly job: FiguresJob
  /** The last thirty of the job's days. */
  readonly days: DayRange
  /** Null until the first answer. */
  readonly state: ReadingState | null
  readonly failure: Error | null
  /** The page's own reading was stopped, and these days wait for it. */
  readonly isStopped: boolean
  /** Asks again for what did not come; null: the page itself offers it. */
  readonly goOn: (() => void) | null
}

/**
 * The contacts of the last days, whatever the address says: those of the page where it holds these days, else days of
 * their own, which are read after the page's.
 */
export const useLately = (): Lately => {
  const { days } = useQuestion('days')
  const { object } = useAddress('object')
  const {
    jobOfFigures: job,
    progress,
    failure,
    loadedAt,
  } = useLoading('jobOfFigures', 'progress', 'failure', 'loadedAt')
  const hasTurn = progress?.is === 'loaded' || progress?.is === 'failed'
  const own = useContacts(object ?? null, ({ from, to }) => hasTurn && !(days.from <= from && to <= days.to))
  const isOfPage = days.from <= own.days.from && own.days.to <= days.to
  // Whoever has the page read what is new has these days read with it.
  const refreshOwn = useEffectEvent((since: number) => {
    if (!isOfPage && own.loadedAt !== null && own.loadedAt < since) own.refresh(true)
  })
  useEffect(() => {
    if (loadedAt !== null) refreshOwn(loadedAt)
  }, [loadedAt])
  return isOfPage
    ? { job, days: own.days, state: progress, failure, isStopped: false, goOn: null }
    : {
        job: own.job,
        days: own.days,
        state: own.state,
        failure: own.failure,
        isStopped: own.state === null && progress?.is === 'stopped',
        goOn: own.goOn,
      }
}
