import { useMemo } from 'react'
import { comparedDaysOf } from '#/analytics/compare.ts'
import { presetRange, toDays } from '#/analytics/period.ts'
import type { ClockMoment } from '#/analytics/columns/select.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import type { DayRange } from '#/contract/day.ts'
import { isOwnSettled, isSettled } from '#/domain/figures/unread-days.ts'
import { useContactsClock, useLearnedClock } from '#/domain/period/contacts-clock.ts'
import { useFiguresReading } from '#/domain/figures/use-reading.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** The contacts that are looked over, and how they come. */
export interface LookedOver {
  /** By the contacts' own clock (G6). */
  readonly days: DayRange
  /** These and the days before them, which make the norm. */
  readonly job: FiguresJob
  /** Its days are known: it can be asked about. */
  readonly isKnown: boolean
  /** Null: nothing has come. */
  readonly now: ClockMoment | null
  readonly state: ReadingState | null
  /** All that will come is here. */
  readonly isWhole: boolean
  /** The same of the days themselves, whatever those before them lack. */
  readonly isOwnWhole: boolean
  /** When everything had come, in milliseconds; null: not yet. */
  readonly loadedAt: number | null
  /** Asks for what is new since. @param background by itself, which must not prolong an unused session */
  readonly refresh: (background?: true) => void
  /** Why it stands still. */
  readonly failure: Error | null
  /** Asks again for what did not come. */
  readonly goOn: () => void
}

/**
 * The days that the overview opens with, and those before them: what it has loaded is here at once, and the other way round.
 * @param oid of one object; null: of all
 * @param areWanted whether these days are read; absent: they are
 */
export const useContacts = (
  oid: string | null = null,
  areWanted: (days: DayRange) => boolean = () => true,
): LookedOver => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const { offset, isAsked } = useContactsClock(scope, oid)
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
  const { state, failure, loadedAt, refresh, retry } = useFiguresReading(job, isAsked && areWanted(days))
  useLearnedClock(scope, oid, state)
  return {
    days,
    job,
    isKnown: isAsked,
    now: state?.now ?? null,
    state,
    isWhole: state !== null && isSettled(state),
    isOwnWhole: state !== null && isOwnSettled(state),
    loadedAt,
    refresh,
    failure,
    goOn: retry,
  }
}
