import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { obj } from '#/contract/object.ts'
import { exampleOf } from '#/test/api-document.ts'
import type { Scope } from '../client.ts'
import { filterOptionsQuery } from './filter-options.ts'
import { objectFiltersQuery, objectsQuery } from '../objects.ts'

const scope: Scope = { principal: 'p1', client: null }
type Pairs = readonly (readonly [string, string])[]
interface Answer {
  readonly sources: Pairs
  readonly call_statuses: Pairs
}

/** Candidates of objects with these sources and statuses. */
const optionsOf = async (answers: readonly Answer[]) => {
  const client = new QueryClient()
  const objects = answers.map((_, at) => obj.lenient.parse({ ...exampleOf('obj'), oid: `o${at}` }))
  client.setQueryData(objectsQuery(scope, undefined).queryKey, { objects, gaps: [] })
  for (const [at, answer] of answers.entries())
    client.setQueryData(objectFiltersQuery(scope, `o${at}`).queryKey, { durations: [], ...answer } as never)
  return client.fetchQuery(filterOptionsQuery(scope, null))
}

test('a source and a status are called as most objects call them, not as the first one does', async () => {
  const english: Answer = {
    sources: [
      ['Paid search', 'PPC'],
      ['Direct', 'TYPEIN'],
    ],
    call_statuses: [['Chat', 'CHAT_1']],
  }
  const russian: Answer = { sources: [['Поисковая реклама', 'PPC']], call_statuses: [['Чат', 'CHAT_1']] }
  const { sources, statuses } = await optionsOf([english, russian, russian] as Parameters<
    typeof optionsOf
  >[0])
  expect(sources).toEqual([
    { code: 'PPC', label: 'Поисковая реклама' },
    { code: 'TYPEIN', label: 'Direct' },
  ])
  expect(statuses).toEqual([{ code: 'CHAT_1', label: 'Чат' }])
})

test('equally many: as the first of them', async () => {
  const called = (label: string): Answer => ({ sources: [[label, 'X']], call_statuses: [] })
  const { sources } = await optionsOf([called('A'), called('Б')])
  expect(sources).toEqual([{ code: 'X', label: 'A' }])
})
