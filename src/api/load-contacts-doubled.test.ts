import { expect, test } from 'vitest'
import { endpoints } from '#/contract/endpoints.ts'
import { createLoader } from './load-contacts.ts'

const SIZE = 5

/** All of a list, the id null standing for a record that has none; each says whose it is. */
const load = async (list: readonly (readonly [oid: string, id: number | null])[], total = list.length) => {
  const loader = createLoader({
    ask: async (page) => {
      const { calls, meta } = endpoints.all_calls.answer.lenient.parse({
        calls: list.slice((page - 1) * SIZE, page * SIZE).map(([obj_oid, id]) => ({ obj_oid, id })),
        meta: {
          obj: [],
          pagination: { current_page: page, total_pages: Math.ceil(total / SIZE), total_objects: total },
        },
      })
      return { calls, objects: [], statuses: {}, services: [], pagination: meta?.pagination ?? null }
    },
    take: (calls) => calls.length,
    wait: async () => {},
  })
  return loader.load(new AbortController().signal, () => {})
}

test('records that are listed twice are told from those that are missing, and both by their object', async () => {
  const list = [
    ['a', 8],
    ['a', 7],
    ['a', 6],
    ['a', 6],
    ['b', 6],
    ['b', 4],
    ['b', 4],
    ['b', null],
    ['a', 3],
  ] as const
  expect(await load(list)).toMatchObject({
    count: 6,
    shortfall: {
      gaps: ['unreadable', 'doubled'],
      unreadable: 1,
      doubled: 2,
      faulty: [
        { oid: 'a', unreadable: 0, doubled: 1 },
        { oid: 'b', unreadable: 1, doubled: 1 },
      ],
      loaded: 6,
      total: 9,
    },
  })
})

test('a list that says more than it holds twice is short', async () => {
  const { shortfall } = await load(
    [8, 7, 6, 6, 5, 4, 3].map((id) => ['a', id] as const),
    20,
  )
  expect(shortfall).toMatchObject({ gaps: ['short'], doubled: 1 })
})
