import * as z from 'zod'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData } from '#/server/reference/sample-data.ts'
import { callerDigits } from '#/server/reference/caller-digits.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'

export const SQL_NOW = Date.parse('2026-11-20T14:06:00+03:00')

export interface SqlAccount {
  readonly database: ReferenceDatabase
  readonly account: number
  /** @param path from `/v2` */
  readonly request: (path: string) => Promise<unknown>
  readonly calls: (way?: 'DESC' | 'ASC') => Promise<readonly unknown[]>
}

/** With country code; others are tested in src/server/phones. */
const withSampleCaller = (raw: unknown): unknown => {
  const call = z.looseObject({ phone_number_from: z.string().nullish() }).safeParse(raw)
  const digits = callerDigits(call.data?.phone_number_from ?? '')
  return call.success ? { ...call.data, caller: digits === '' ? null : `+${digits}` } : raw
}

const page = z.object({
  calls: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ total_pages: z.number() }) }),
})

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
