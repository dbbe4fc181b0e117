import { setTimeout as pause } from 'node:timers/promises'
import { segmentFrame, stateFrame } from '#/contract/archive/frames.ts'
import { append, createDataset } from '#/analytics/columns/dataset.ts'
import { encodeSegment } from '#/analytics/columns/segment.ts'
import type { Masks } from '#/server/presenting/masks.ts'
import { segmentsFor } from './hidden.ts'
import { maskedSegment } from './masked-segment.ts'
import { pack } from './store/kept-day.ts'
import type { OpenQuestion } from './reading/questions/question.ts'
import type { AccountReading } from './reading/account-reading.ts'
import type { ArchiveStore } from './store/store.ts'

/** So often a state is told at most. */
const STATE_MS = 250

/** A day that had contacts and has none any more. */
const nothing = (): Promise<Uint8Array> => {
  const data = createDataset()
  append(data, [])
  return pack(encodeSegment(data))
}

export interface AnswerOptions {
  readonly store: ArchiveStore
  readonly account: string
  readonly reading: AccountReading
  readonly question: OpenQuestion
  readonly hidden: ReadonlySet<string>
  /** Null when presentation mode is off. */
  readonly masks: Masks | null
  readonly monotonic: () => number
  /** Above so many contacts only how they stand is sent. */
  readonly most: number
}

/**
 * The frames of an answer: how it stands and what is held at once, then each day as it comes, until all of it is there or
 * cannot come.
 */
export async function* framesOf(options: AnswerOptions): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const { store, account, reading, question, hidden, masks, monotonic, most } = options
  /** Stays so: what has not been sent is not known. */
  let isTooMany = false
  const stateNow = async () => {
    const now = await reading.state(question)
    isTooMany ||= Math.max(now.loaded, now.total ?? 0) > most
    return isTooMany ? { ...now, is_too_many: true } : now
  }
  // Only the last frame says that it is over.
  const stateOf = (now: Awaited<ReturnType<typeof stateNow>>) => stateFrame({ ...now, is: 'reading' })
  const framed = async (first: number, last: number, bytes: Uint8Array) =>
    segmentFrame(first, last, masks === null ? bytes : await maskedSegment(bytes, masks))
  yield stateOf(await stateNow())
  if (!isTooMany)
    for await (const { first, last, bytes } of segmentsFor(store, account, question.days, hidden))
      yield await framed(first, last, bytes)
  let toldAt = monotonic()
  for (;;) {
    const { news } = question
    const isOver = question.is !== 'reading'
    // Before its days are sent: it never tells of more than has come. With the first of them the service has said how
    // many there are.
    const now = isTooMany ? null : await stateNow()
    const days = isTooMany ? [] : [...question.changed].toSorted((a, b) => b - a)
    question.changed.clear()
    for (const day of days) {
      let isEmpty = true
      for await (const { first, last, bytes } of segmentsFor(
        store,
        account,
        { first: day, last: day },
        hidden,
      )) {
        isEmpty = false
        yield await framed(first, last, bytes)
      }
      if (isEmpty) yield segmentFrame(day, day, await nothing())
    }
    if (isOver) break
    const early = STATE_MS - (monotonic() - toldAt)
    if (early <= 0) {
      yield stateOf(now ?? (await stateNow()))
      toldAt = monotonic()
    }
    if (question.changed.size === 0 && question.is === 'reading')
      // What came too soon to be told is told a little later, whether or not there is more.
      await (early > 0 ? Promise.all([news.promise, pause(early, undefined, { ref: false })]) : news.promise)
  }
  yield stateFrame(await stateNow())
}
