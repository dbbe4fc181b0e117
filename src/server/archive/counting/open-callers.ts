import { clocksOf, createDataset } from '#/analytics/columns/dataset.ts'
import { unreturnedCalls } from '#/analytics/columns/unreturned-calls.ts'
import { appendSegment } from '#/analytics/columns/segment.ts'
import { inLastDays } from '#/analytics/columns/own-day.ts'
import { select } from '#/analytics/columns/select.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import { lastBegunDay } from '#/server/archive/reading/clock.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { standingOf } from './coverage.ts'

/** How many callers wait to be called back, as the page "Call back" counts them. */
export interface OpenCallersCall {
  readonly question: {
    readonly account: string
    /** Contacts that people have done with, by their text. */
    readonly handled: readonly string[]
    /** Milliseconds since 1970. */
    readonly now: number
  }
  /** `asOf` in milliseconds since 1970. Null: what is kept does not say it. */
  readonly answer: { readonly callers: number; readonly asOf: number } | null
}

export const countOpenCallers = async (
  store: Pick<ArchiveStore, 'map' | 'segments'>,
  { account, handled, now }: OpenCallersCall['question'],
): Promise<OpenCallersCall['answer']> => {
  const last = lastBegunDay(now)
  // Clocks differ by a day.
  const days = { first: last - CALL_BACK_DAYS - 1, last }
  const { is, asOf } = standingOf(await store.map(account, days), days, now)
  if ((is !== 'whole' && is !== 'behind') || asOf === null) return null
  const data = createDataset()
  for (const segment of await store.segments(account, days))
    appendSegment(data, await unpack(segment.bytes), {
      oid: null,
      days: (day) => day >= days.first && day <= last,
    })
  const offset = clocksOf(data)[0] ?? null
  const { day, minute } = momentAt(now, offset)
  const done = new Set(handled)
  const { callers } = unreturnedCalls(data, select(data, []), {
    isListed: inLastDays(data, { day: dayNumber(day), minute, offset }, CALL_BACK_DAYS),
  })
  const open = callers.filter(({ oid, callId }) => !done.has(contactText({ oid: oid ?? '', id: callId })))
  return { callers: open.length, asOf }
}
