import { claimOf } from '#/api/pages.ts'
import { isReadable } from '#/contract/field.ts'
import { firstOpenDay } from './clock.ts'
import { eachDay, knownUntil, PATIENCE_MS } from './due.ts'
import { dayOfRecord, identityOf, type StoredDay } from '#/server/archive/store/stored-day.ts'
import type { CallsAnswer } from './run/list-run.ts'
import type { ArchiveStore, DayRecord, SegmentDays } from '#/server/archive/store/store.ts'
import type { ReadDay } from '#/server/archive/store/writing/write-days.ts'

/* Days that still last: new contacts are on top of their list, so mostly one page shows that there are none. */

export const daysToSync = (
  map: readonly DayRecord[],
  { first, last }: SegmentDays,
  now: number,
): SegmentDays | null => {
  const days = { first: Math.max(first, firstOpenDay(now)), last: Math.min(last, map.at(-1)?.day ?? 0) }
  const open = map.filter(({ day }) => day >= days.first && day <= days.last)
  if (open.length === 0 || open.some(({ state }) => state !== 'complete')) return null
  return open.some((day) => now - knownUntil(day) >= PATIENCE_MS) ? days : null
}

/** Without our `caller`, which depends on the countries that are known by now. */
const textOf = (raw: unknown): string =>
  JSON.stringify(typeof raw === 'object' ? { ...raw, caller: undefined } : raw)

const readTop = async (
  ask: (page: number) => Promise<CallsAnswer>,
  known: ReadonlyMap<string, string>,
): Promise<{ news: ReadonlyMap<string, unknown>; answers: CallsAnswer[] }> => {
  const news = new Map<string, unknown>()
  const answers: CallsAnswer[] = []
  for (let page = 1; ; page++) {
    const answer = await ask(page)
    answers.push(answer)
    const { pages, next } = claimOf(answer.page)
    const before = news.size
    answer.page.records.forEach((record, at) => {
      const raw = answer.raw[at]
      const key = isReadable(record) ? identityOf(raw)?.key : undefined
      if (key !== undefined && known.get(key) !== textOf(raw)) news.set(key, raw)
    })
    if (news.size === before || page >= Math.max(pages ?? 1, next ?? 1)) return { news, answers }
  }
}

const merged = (
  stored: StoredDay,
  news: ReadonlyMap<string, unknown>,
  answers: readonly CallsAnswer[],
): StoredDay => {
  const own = new Set(stored.records.map((raw) => identityOf(raw)?.key))
  return {
    records: [
      ...[...news].filter(([key]) => !own.has(key)).map(([, raw]) => raw),
      ...stored.records.map((raw) => news.get(identityOf(raw)?.key ?? '') ?? raw),
    ],
    titles: [...new Map([...stored.titles, ...answers.flatMap(({ titles }) => titles)])],
  }
}

/**
 * Adds new contacts to days that last. If the service's count then differs from ours, contacts were removed
 * or moved, and the days become due.
 * @returns the changed days
 */
export const readNewContacts = async (options: {
  readonly store: ArchiveStore
  readonly account: string
  readonly epoch: number
  readonly days: SegmentDays
  readonly map: readonly DayRecord[]
  readonly ask: (page: number) => Promise<CallsAnswer>
  readonly now: () => number
}): Promise<readonly number[]> => {
  const { store, account, epoch, days, map, ask, now } = options
  const at = now()
  const storedDays = new Map(map.map((day) => [day.day, day]))
  const stored = new Map<number, StoredDay>()
  const known = new Map<string, string>()
  for (const day of eachDay(days)) {
    const ofDay = await store.records(account, day)
    stored.set(day, ofDay)
    for (const raw of ofDay.records) {
      const key = identityOf(raw)?.key
      if (key !== undefined) known.set(key, textOf(raw))
    }
  }
  const { news, answers } = await readTop(ask, known)
  const total = answers[0] ? claimOf(answers[0].page).total : null
  const added = [...news.keys()].filter((key) => !known.has(key)).length
  const here = eachDay(days).reduce((all, day) => {
    const { contacts = 0, unreadable = 0, doubled = 0 } = storedDays.get(day) ?? {}
    return all + contacts + unreadable + doubled
  }, added)
  const isDateless = [...news.values()].some((raw) => !stored.has(dayOfRecord(raw) ?? -1))
  const byDay = Map.groupBy(news, ([, raw]) => dayOfRecord(raw) ?? -1)
  const read = [...byDay].flatMap(([day, some]): ReadDay[] => {
    const [ofDay, row] = [stored.get(day), storedDays.get(day)]
    if (!ofDay || !row) return []
    const { records, titles } = merged(ofDay, new Map(some), answers)
    const countries = answers.flatMap((answer) => answer.countries ?? [])
    return [{ day, readAt: row.readAt, syncedAt: at, records, titles, countries, faulty: row.faulty }]
  })
  const changed = read.length > 0 ? await store.replaceDays(account, read, epoch) : []
  if (isDateless || (total !== null && total !== here)) await store.makeDue(account, days)
  else await store.tailed(account, days, at)
  return changed
}
