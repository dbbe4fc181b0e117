import { useMemo } from 'react'
import { comparedDaysOf } from '#/analytics/compare.ts'
import { presetRange, toDays } from '#/analytics/period.ts'
import type { ClockMoment } from '#/contract/figures/questions.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import type { DayRange } from '#/contract/day.ts'
import { isOwnSettled, isSettled } from '#/domain/figures/unread-days.ts'
import { useContactsClock, useLearnedClock } from '#/domain/period/contacts-clock.ts'
import { useFiguresReading } from '#/domain/figures/use-reading.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

export interface ContactsReading {
  /** By the contacts' clock (G6). */
  readonly days: DayRange
  /** With the days before, for baselines. */
  readonly job: FiguresJob
  /** The days are known, so questions can be asked. */
  readonly isKnown: boolean
  readonly now: ClockMoment | null
  readonly state: ReadingState | null
  /** Complete. */
  readonly isComplete: boolean
  /** The days themselves are complete. */
  readonly isOwnComplete: boolean
  /** Epoch milliseconds; null: not yet. */
  readonly loadedAt: number | null
  /** Loads new contacts. @param background automatic: must not prolong the session */
  readonly refresh: (background?: true) => void
  readonly failure: Error | null
  /** Retries. */
  readonly goOn: () => void
}

/**
 * The overview's default days and those before, shared with its cache.
 * @param oid null: all objects
 * @param areWanted default: true
 */
export const useContacts = (
  oid: string | null = null,
  areWanted: (days: DayRange) => boolean = () => true,
): ContactsReading => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const { offset, isSettled: isClockSettled } = useContactsClock(scope, oid)
  const today = useToday(offset)
  const days = useMemo(() => presetRange('last_30_days', today), [today])
  const job = useMemo((): FiguresJob => {
    const before = comparedDaysOf(days, 'previous', { matchesWeekdays: false, today })
    return {
      scope: { principal, client },
      oid,
      days: toDays(days),
      comparedDays: before && toDays(before),
    }
  }, [principal, client, oid, days, today])
  const { state, failure, loadedAt, refresh, retry } = useFiguresReading(
    job,
    isClockSettled && areWanted(days),
  )
  useLearnedClock(scope, oid, state)
  return {
    days,
    job,
    isKnown: isClockSettled,
    now: state?.now ?? null,
    state,
    isComplete: state !== null && isSettled(state),
    isOwnComplete: state !== null && isOwnSettled(state),
    loadedAt,
    refresh,
    failure,
    goOn: retry,
  }
}
