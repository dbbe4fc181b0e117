import { expect, type Page } from '@playwright/test'
import type { ListedCall } from '#/contract/call.ts'
import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { ORIGIN } from './address.ts'

/** Answers below `/api/v2`. */
export const fetchJson = async <T>(page: Page, path: string): Promise<T> => {
  const response = await page.request.get(`/api/v2${path}`, {
    headers: { origin: ORIGIN, 'x-requested-by': 'callboard' },
  })
  expect(response.status(), path).toBe(200)
  return (await response.json()) as T
}

/** Contacts of an object, newest first; `query` as in the API. */
export const contactsOf = async (page: Page, alias: string, query = 'period=all', pages = 5) => {
  const { objs } = await fetchJson<{ objs: { oid: string; alias: string }[] }>(page, '/objs/')
  const { oid } = objs.find((one) => one.alias === alias)!
  const found: ListedCall[] = []
  for (let number = 1; number <= pages; number++) {
    const { calls } = await fetchJson<{ calls: ListedCall[] }>(
      page,
      `/objs/${oid}/calls?${query}${number > 1 ? `&page=${number}` : ''}`,
    )
    found.push(...calls)
    if (calls.length === 0) break
  }
  return { oid, contacts: found }
}

export const findContact = async (
  page: Page,
  alias: string,
  test: (call: ListedCall) => unknown,
  query = 'period=all',
): Promise<ListedCall> => {
  const { objs } = await fetchJson<{ objs: { oid: string; alias: string }[] }>(page, '/objs/')
  const { oid } = objs.find((one) => one.alias === alias)!
  for (let number = 1; ; number++) {
    const { calls } = await fetchJson<{ calls: ListedCall[] }>(
      page,
      `/objs/${oid}/calls?${query}&page=${number}`,
    )
    const found = calls.find(test)
    if (found) return found
    expect(calls.length, `contacts of ${alias} on page ${number}, none of them what is looked for`).toBe(20)
  }
}

export const openCall = async (page: Page, { obj_oid, id }: Pick<ListedCall, 'obj_oid' | 'id'>) => {
  await page.goto(`/objects/${obj_oid}/calls/${id}`)
  await expect(page.getByRole('region', { name: 'CRM deal' })).toBeVisible()
}

export const edgeCase = (name: string): number => {
  const found = EDGE_CASES.find((one) => one.name.startsWith(name))
  expect(found, name).toBeDefined()
  return found!.id
}
