import {
  responsesOf,
  type CallBack,
  type CallBacks,
  type ObjectMoment,
} from '#/analytics/columns/call-backs.ts'
import type { MarksByContact } from '#/api/annotations/annotations.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { contactText, isHandled } from '#/contract/annotations/contact-text.ts'
import { dayAt, isDay, midnight, MINUTE_MS } from '#/contract/day.ts'
import { annotationOf } from '#/domain/annotations/use-marking.ts'
import type { CallBackSearch } from './search.ts'

/** A caller on the page, with what people of the account have noted. */
export interface CallerRow extends CallBack {
  /** The last try, by which the caller is known here: who tries again later is another row. */
  readonly key: string
  readonly mark: Annotation
  /** `marked`: handled by a mark; `reached`: the caller has been spoken to or has written since. */
  readonly is: 'open' | 'marked' | 'reached'
  /** When it was done, in milliseconds; null: it is not. */
  readonly doneAt: number | null
}

/** Milliseconds of a moment by an object's clock; without one by that of most. */
export const instantOn = ({ day, minute, offset }: ObjectMoment, usual: number | null): number =>
  midnight(day) + (minute - (offset ?? usual ?? 0)) * MINUTE_MS

export interface CallerLists {
  /** The likeliest target contact first. */
  readonly open: readonly CallerRow[]
  /** What was done first comes last. */
  readonly done: readonly CallerRow[]
  /** Of these: today, by the clock of each one's object. */
  readonly doneToday: readonly CallerRow[]
}

/**
 * Who waits, and who does not any more.
 * @param offset of the clock of most contacts; null: this device's
 */
export const callerLists = (
  found: Pick<CallBacks, 'open' | 'reached'>,
  marks: MarksByContact,
  { now, offset }: { readonly now: number; readonly offset: number | null },
): CallerLists => {
  const rowOf = (one: CallBack): CallerRow => {
    const contact = { oid: one.oid ?? '', id: one.callId }
    const mark = annotationOf(marks, contact)
    const is = one.reached !== null ? 'reached' : isHandled(mark.outcome) ? 'marked' : 'open'
    return {
      ...one,
      key: contactText(contact),
      mark,
      is,
      doneAt:
        one.reached !== null ? instantOn(one.reached, offset) : is === 'marked' ? mark.outcome_at : null,
    }
  }
  const waiting = found.open.map(rowOf)
  const done = [...waiting.filter(({ is }) => is !== 'open'), ...found.reached.map(rowOf)].toSorted(
    (a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0),
  )
  /** By the clock of the caller's object. */
  const isToday = ({ doneAt, offset: own }: CallerRow) =>
    doneAt !== null && dayAt(doneAt, own ?? offset) === dayAt(now, own ?? offset)
  return {
    open: waiting.filter(({ is }) => is === 'open'),
    done,
    doneToday: done.filter(isToday),
  }
}

/** How long it took until a caller was marked as called, in the last seven days and the seven before. */
export const markedAfter = (
  { firstTries }: Pick<CallBacks, 'firstTries'>,
  marks: MarksByContact,
  now: number,
): CallBacks['spoken'] => {
  const tried = new Map(firstTries.map(({ oid, id, at }) => [contactText({ oid: oid ?? '', id }), at]))
  return responsesOf(
    Object.entries(marks).flatMap(([key, { outcome, outcome_at: to }]) => {
      const from = tried.get(key)
      return outcome === 'called' && to !== null && from !== undefined ? [{ from, to }] : []
    }),
    now,
  )
}

const HOUR_MINUTES = 60

/** Minutes since the first try. */
export const waitingMinutes = (row: CallBack, now: number, offset: number | null): number =>
  Math.max(Math.floor((now - instantOn(row.since, offset)) / MINUTE_MS), 0)

/** The day of an address; undefined: it has none that exists. */
export const dayOf = ({ day }: CallBackSearch): string | undefined =>
  day !== undefined && isDay(day) ? day : undefined

export interface CallerFilters {
  readonly firstTime: boolean
  readonly waiting: boolean
  readonly source: string | undefined
  /** `YYYY-MM-DD`: who tried on it. */
  readonly day: string | undefined
}

export const isLongWait = (row: CallBack, now: number, offset: number | null): boolean =>
  waitingMinutes(row, now, offset) >= HOUR_MINUTES

/** Whether a caller is among those that are asked for. @param without a filter that does not count here */
export const passes = (
  row: CallerRow,
  { firstTime, waiting, source, day }: CallerFilters,
  now: number,
  offset: number | null,
): boolean =>
  (!firstTime || row.isFirstTime) &&
  (source === undefined || (row.source ?? '') === source) &&
  (day === undefined || row.days.includes(day)) &&
  (!waiting || row.is !== 'open' || isLongWait(row, now, offset))
