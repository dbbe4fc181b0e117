import * as z from 'zod'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData } from '#/server/reference/sample-data.ts'
import { callerDigits } from '#/server/reference/caller-digits.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'

/** The moment at which figures are held against SQL: a Friday in Moscow. */
export const SQL_NOW = Date.parse('2026-11-20T14:06:00+03:00')

/** Igor's account: the service's own rows, and its API over them. */
export interface SqlAccount {
  readonly database: ReferenceDatabase
  /** Its id in the tables. */
  readonly account: number
  /** @param path of the API, from `/v2` on @returns the answer's JSON */
  readonly request: (path: string) => Promise<unknown>
  /** All of its contacts as the API gives them, newest first. */
  readonly calls: (way?: 'DESC' | 'ASC') => Promise<readonly unknown[]>
}

/** As the sample writes callers, with their country in front: how others are read is tested elsewhere (src/server/phones). */
const withSampleCaller = (raw: unknown): unknown => {
  const call = z.looseObject({ phone_number_from: z.string().nullish() }).safeParse(raw)
  const digits = callerDigits(call.data?.phone_number_from ?? '')
  return call.success ? { ...call.data, caller: digits === '' ? null : `+${digits}` } : raw
}

const page = z.object({
  calls: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ total_pages: z.number() }) }),
})

/** Sample data of a test's own at {@link SQL_NOW}, for figures that are held against SQL. */
export const openSqlAccount = async (sample: {
  readonly contacts: number
  readonly seed: number
}): Promise<SqlAccount> => {
  const database = await openReferenceDatabase(':memory:')
  await makeSampleData(database, { ...sample, now: SQL_NOW })
  const service = createReferenceService({ database, now: () => SQL_NOW, publicUrl: 'http://localhost' })
  const owner = await database
    .selectFrom('accounts')
    .select(['id', 'api_key'])
    .where('email', '=', 'igor@domograd.ru')
    .executeTakeFirstOrThrow()
  const headers = { authorization: `Basic ${btoa(`${owner.api_key}:`)}`, 'content-type': 'application/json' }
  const request = async (path: string): Promise<unknown> =>
    (await service.fetch(new Request(`http://localhost${path}`, { headers }))).json()
  return {
    database,
    account: owner.id,
    request,
    calls: async (way = 'DESC') => {
      const all: unknown[] = []
      for (let nth = 1, pages = 1; nth <= pages; nth++) {
        const { calls, meta } = page.parse(await request(`/v2/calls?period=all&order_way=${way}&page=${nth}`))
        pages = meta.pagination.total_pages
        all.push(...calls.map(withSampleCaller))
      }
      return all
    },
  }
}
