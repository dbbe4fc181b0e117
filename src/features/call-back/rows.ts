import { responsesOf } from '#/analytics/response-times.ts'
import type { CallBack, CallBacks, ObjectMoment } from '#/contract/figures/answers.ts'
import type { AnnotationsByContact } from '#/api/annotations/annotations.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { contactText, isHandled } from '#/contract/annotations/contact-text.ts'
import { dayAt, midnight, MINUTE_MS } from '#/contract/day.ts'
import { annotationOf } from '#/domain/annotations/use-save-annotation.ts'
import { NO_SOURCE } from './search.ts'

export interface CallerRow extends CallBack {
  /** Key by the last call: a later one is another row. */
  readonly key: string
  readonly mark: Annotation
  /** `marked`: handled by annotation; `reached`: spoke or wrote since. */
  readonly is: 'open' | 'marked' | 'reached'
  /** Epoch milliseconds; null: open. */
  readonly doneAt: number | null
}

/** Epoch milliseconds of a local time; default: the main offset. */
export const instantOn = ({ day, minute, offset }: ObjectMoment, usual: number | null): number =>
  midnight(day) + (minute - (offset ?? usual ?? 0)) * MINUTE_MS

export interface CallerLists {
  /** Most promising first. */
  readonly open: readonly CallerRow[]
  /** Newest first. */
  readonly done: readonly CallerRow[]
  /** By objects' clocks. */
  readonly doneToday: readonly CallerRow[]
}

/** @param offset main offset; null: this device's */
export const callerLists = (
  found: Pick<CallBacks, 'open' | 'reached'>,
  annotations: AnnotationsByContact,
  { now, offset }: { readonly now: number; readonly offset: number | null },
): CallerLists => {
  const rowOf = (one: CallBack): CallerRow => {
    const contact = { oid: one.oid ?? '', id: one.callId }
    const mark = annotationOf(annotations, contact)
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
  const isToday = ({ doneAt, offset: own }: CallerRow) =>
    doneAt !== null && dayAt(doneAt, own ?? offset) === dayAt(now, own ?? offset)
  return {
    open: waiting.filter(({ is }) => is === 'open'),
    done,
    doneToday: done.filter(isToday),
  }
}

/** Response times of the last seven days and the seven before. */
export const markedAfter = (
  { firstTries }: Pick<CallBacks, 'firstTries'>,
  annotations: AnnotationsByContact,
  now: number,
): CallBacks['spoken'] => {
  const tried = new Map(firstTries.map(({ oid, id, at }) => [contactText({ oid: oid ?? '', id }), at]))
  return responsesOf(
    Object.entries(annotations).flatMap(([key, { outcome, outcome_at: to }]) => {
      const from = tried.get(key)
      return outcome === 'called' && to !== null && from !== undefined ? [{ from, to }] : []
    }),
    now,
  )
}

const HOUR_MINUTES = 60

/** Since the first call. */
export const waitingMinutes = (row: CallBack, now: number, offset: number | null): number =>
  Math.max(Math.floor((now - instantOn(row.since, offset)) / MINUTE_MS), 0)

export interface CallerFilters {
  readonly firstTime: boolean
  readonly waiting: boolean
  readonly source: string | undefined
  /** `YYYY-MM-DD` of a call. */
  readonly day: string | undefined
}

export const isLongWait = (row: CallBack, now: number, offset: number | null): boolean =>
  waitingMinutes(row, now, offset) >= HOUR_MINUTES

/** Whether a caller matches. @param without ignored filter */
export const passes = (
  row: CallerRow,
  { firstTime, waiting, source, day }: CallerFilters,
  now: number,
  offset: number | null,
): boolean =>
  (!firstTime || row.isFirstTime) &&
  (source === undefined || (row.source ?? NO_SOURCE) === source) &&
  (day === undefined || row.days.includes(day)) &&
  (!waiting || row.is !== 'open' || isLongWait(row, now, offset))
