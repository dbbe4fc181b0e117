import { claimOf } from '#/api/pages.ts'
import { isReadable } from '#/contract/field.ts'
import { objectsAnswer } from '#/contract/object.ts'
import { countryOf } from '#/server/phones/countries.ts'
import { objectsIn } from '#/server/phones/reading.ts'
import type { ArchiveStore } from './store/store.ts'

/** Fields that silence, remaining days and names need. */
const STORED_FIELDS = [
  'oid',
  'title',
  'site_url',
  'phone_number',
  'own_number',
  'is_tracking',
  'status',
  'expiration_date',
  'sessions',
  'sessions_used',
  'sessions_reset_date',
] as const

/** Pages of one list come within this time; a later page belongs to another list. */
const ONE_LIST_MS = 60_000

interface Pages {
  readonly at: number
  readonly objects: readonly unknown[]
  readonly next: number
}

/**
 * Stores the object lists that pass through the proxy, so that no request of our own is needed. A list of
 * several pages counts only if all pass in order; time zones are learned from each page.
 */
export const createObjectsSeen = (
  store: Pick<ArchiveStore, 'keepObjects' | 'learnCountries'>,
  now: () => number,
) => {
  const begun = new Map<string, Pages>()

  const seeList = async (
    account: string,
    query: Readonly<Record<string, string>> | undefined,
    answer: unknown,
  ): Promise<void> => {
    if (query?.['status'] !== undefined) return
    const page = Number(query?.['page'] ?? 1)
    const before = page === 1 ? { at: now(), objects: [], next: 1 } : begun.get(account)
    begun.delete(account)
    if (!before || before.next !== page || now() - before.at > ONE_LIST_MS) return
    const parsed = objectsAnswer.lenient.safeParse(answer)
    if (!parsed.success) return
    const { objs, meta } = parsed.data
    const { current, next, pages, total } = claimOf({ records: objs, pagination: meta?.pagination ?? null })
    if ((current ?? page) !== page) return
    const objects = [
      ...before.objects,
      ...objs.filter(isReadable).map((object) => ({
        ...Object.fromEntries(STORED_FIELDS.map((name) => [name, object[name]])),
        tariff: object.tariff && { sessions: object.tariff.sessions },
      })),
    ]
    const isLast = pages === null ? next === null : page >= pages
    if (!isLast) {
      begun.set(account, { at: before.at, objects, next: page + 1 })
      return
    }
    await store.keepObjects(account, {
      readAt: before.at,
      isAll: total === null || objects.length >= total,
      objects,
    })
  }

  return async (
    account: string,
    query: Readonly<Record<string, string>> | undefined,
    answer: unknown,
  ): Promise<void> => {
    const countries = objectsIn(answer).map(({ oid, country }) => [String(oid), countryOf(country)] as const)
    await Promise.all([seeList(account, query, answer), store.learnCountries(account, countries)])
  }
}
