import { describe, expect, it } from 'vitest'
import { CLIENT_PREFIX } from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'
import {
  CALLERS,
  CASES,
  CREDENTIALS,
  MATRIX,
  OWNED,
  type MatrixCaller,
  type Case,
} from '../testing/matrix-cases.ts'
import { createSender, openFixture, sharedService } from '../testing/fixture.ts'
import { V1_LISTS } from './v1.ts'

// Without G3's client id every answer is exactly as documented.
const { ask } = sharedService(openFixture, { clientIds: false })

const callers = new Map<string, MatrixCaller>(Object.entries(CALLERS))
const cases = new Map<string, Case>(Object.entries(CASES))
const [[, ...columns] = [], ...rows] = MATRIX.split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(/\s+/))
const cells = rows.flatMap(([endpoint = '', ...statuses]) =>
  columns.map((caller, index) => ({ endpoint, caller, status: Number(statuses[index]) })),
)

const ERROR: Record<number, string> = { 401: 'unauthorized', 403: 'access_denied', 404: 'not_found' }
const refusal = (status: number) => ({ status, body: { error: ERROR[status] } })

/** Requests a cell with both kinds of credentials; `at` changes the endpoint's path. */
const answers = async (
  cell: { readonly endpoint: string; readonly caller: string },
  { by = ask, at = (path: string) => path } = {},
): Promise<Response[]> => {
  const { method, path, body } = cases.get(cell.endpoint)!
  const { key, password, prefix, about, names = about } = callers.get(cell.caller)!
  const direct = at(path(OWNED[names]))
  const target =
    prefix === undefined
      ? direct
      : direct.replace(/^\/v\d/, (version) => `${version}/${CLIENT_PREFIX}/${prefix}`)
  return Promise.all(
    Object.values(CREDENTIALS).map((headersOf) =>
      by(target, { method, body, headers: key === null ? {} : headersOf(key, password) }),
    ),
  )
}

const expectRefusal = async (responses: readonly Response[], status: number) => {
  for (const response of responses)
    expect({ status: response.status, body: await response.json() }).toEqual(refusal(status))
}

it('has a row for every endpoint and a column for every caller', () => {
  const names = [...Object.keys(endpoints), ...Object.keys(V1_LISTS).map((name) => `v1_${name}`)]
  expect(rows.map(([name = '']) => name).toSorted()).toEqual([...names, 'logo', 'recording'].toSorted())
  expect(columns).toEqual([...callers.keys()])
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => columns.length + 1))
})

describe('every endpoint to every caller, by both forms of credentials', () => {
  it.each(cells)('$endpoint, $caller: $status', async ({ status, ...cell }) => {
    const responses = await answers(cell)
    if (status !== 200) return expectRefusal(responses, status)
    const { read, expected } = cases.get(cell.endpoint)!
    const { about } = callers.get(cell.caller)!
    for (const response of responses) {
      expect(response.status).toBe(200)
      expect(await read(response)).toEqual([...expected(OWNED[about])].toSorted())
    }
  })
})

// Endpoints are documented in one version each (API document 4.2, 4.5); only our list of calls is in both.
describe('what is documented in one version is not in the other', () => {
  const otherPath = (path: string) => path.replace(/^\/v\d/, (own) => (own === '/v1' ? '/v2' : '/v1'))
  const paths = new Set([...cases.values()].map(({ path }) => path(OWNED.marketer)))
  const single = [...cases].filter(([, { path }]) => !paths.has(otherPath(path(OWNED.marketer))))

  it.each(single.map(([name]) => name))('%s', async (endpoint) => {
    for (const caller of columns) {
      const isUnknown = ['none', 'empty', 'wrong', 'password'].includes(caller)
      await expectRefusal(await answers({ endpoint, caller }, { at: otherPath }), isUnknown ? 401 : 404)
    }
  })
})

it('what is refused changes nothing', async () => {
  const untouched = await openFixture()
  const state = async () => [
    await untouched.selectFrom('agencies').selectAll().execute(),
    await untouched.selectFrom('objects').selectAll().execute(),
  ]
  const before = await state()
  const by = createSender(untouched)
  for (const { endpoint, caller, status } of cells)
    if (status !== 200) await answers({ endpoint, caller }, { by })
  expect(await state()).toEqual(before)
  await untouched.destroy()
})
