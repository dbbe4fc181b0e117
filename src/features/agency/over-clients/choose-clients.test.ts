import { expect, test } from 'vitest'
import type { ClientRead } from '#/contract/agency.ts'
import { chooseClients, MOST_CLIENTS } from './choose-clients.ts'

const clientOf = (client: string, objects_count: number | null = 3): ClientRead => ({
  client,
  email: `${client}@example.org`,
  company_name: client,
  statistics_only: false,
  hidden_fields: null,
  objects_count,
  calls_count: 1,
})
const many = Array.from({ length: MOST_CLIENTS + 1 }, (_, index) => clientOf(`c${index}`))
const ids = (clients: readonly ClientRead[], ...pinned: readonly string[]) => {
  const { clients: chosen, why } = chooseClients(clients, new Set(pinned))
  return [why, chosen.map(({ client }) => client)]
}

test('all, unless there are too many, and then the first', () => {
  expect(ids(many.slice(0, 2))).toEqual(['all', ['c0', 'c1']])
  const { clients, why } = chooseClients(many, new Set())
  expect([why, clients.length, clients.at(-1)?.client]).toEqual(['first', MOST_CLIENTS, 'c49'])
})

test('pinned ones come first, and leave no client out', () => {
  expect(ids(many.slice(0, 4), 'c3', 'c1', 'gone')).toEqual(['all', ['c1', 'c3', 'c0', 'c2']])
  const [why, chosen] = ids(many, 'c50')
  expect([why, chosen?.slice(0, 2), chosen?.length]).toEqual(['first', ['c50', 'c0'], MOST_CLIENTS])
})

test('clients without objects are left out; those whose number of objects is unknown are asked', () => {
  expect(ids([clientOf('a', 0), clientOf('b', null), clientOf('c')])).toEqual(['all', ['b', 'c']])
  expect(ids([clientOf('a', 0)], 'a')).toEqual(['all', []])
})
