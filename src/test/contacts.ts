import { expect } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import type { ApiServer } from './api-server.ts'

const PER_PAGE = 20

/** Contacts of an object by its alias, newest first unless told; of the account that is signed in. */
async function* pagesOf(api: ApiServer, alias: string, query: string) {
  const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const { oid } = objs.find((one) => one.alias === alias)!
  for (let page = 1; ; page++) {
    const { calls } = await api.get<{ calls: ListedCall[] }>(
      `/api/v2/objs/${oid}/calls?${query}&page=${page}`,
    )
    yield calls
    if (calls.length < PER_PAGE) return
  }
}

export const contactsOf = async (api: ApiServer, alias: string, query = 'period=all') =>
  (await Array.fromAsync(pagesOf(api, alias, query))).flat()

/** The first contact that passes `test`. */
export const findContact = async (
  api: ApiServer,
  alias: string,
  test: (call: ListedCall) => unknown,
  query = 'period=all',
): Promise<ListedCall> => {
  for await (const calls of pagesOf(api, alias, query)) {
    const found = calls.find(test)
    if (found) return found
  }
  return expect.fail(`No contact of ${alias} is such as the test needs.`)
}
