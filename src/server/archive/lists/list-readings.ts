import type { BeginReading, BegunReading } from '#/server/archive/reading/account-reading.ts'
import type { Reader } from '#/server/archive/reading/fetching.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'

/** How long a failure waits for its list to ask again: pages ask every two seconds. */
const REMEMBERED_MS = 15_000

/** Each request of a list starts a new reading. If one fails after its answer was sent, the next request is told, once. */
export const createListReadings = (ask: BeginReading, now: () => number) => {
  const left = new Map<string, { readonly listReading: BegunReading; readonly at: number }>()
  const keyOf = ({ session, client }: Reader, { first, last }: SegmentDays, offset: number) =>
    JSON.stringify([session.idHash, client, first, last, offset])

  return {
    /** @param isRead nothing is missing of these days */
    ask: (reader: Reader, days: SegmentDays, offset: number, isRead: boolean): BegunReading => {
      for (const [key, { at }] of left) if (Math.abs(now() - at) > REMEMBERED_MS) left.delete(key)
      const key = keyOf(reader, days, offset)
      const before = left.get(key)?.listReading
      left.delete(key)
      return !isRead && before?.question.is === 'failed' ? before : ask(reader, days)
    },
    /** @param isReportedReading the answer says that its days are being read, whatever has come since */
    leave: (reader: Reader, listReading: BegunReading, offset: number, isReportedReading: boolean): void => {
      const { reading, question } = listReading
      reading.leave(question)
      if (isReportedReading && question.is !== 'complete')
        left.set(keyOf(reader, question.days, offset), { listReading, at: now() })
    },
  }
}
