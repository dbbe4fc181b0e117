import { beforeEach, expect, test } from 'vitest'
import type { Filter } from '#/contract/figures/questions.ts'
import { setLocale } from '#/i18n/locale.ts'
import { overviewFileName } from './make-file.tsx'

beforeEach(() => setLocale('en'))

const overview = (object?: string) => ({
  search: object === undefined ? {} : { object },
  days: { from: '2026-10-24', to: '2026-11-21' },
  objectTitle: (oid: string | null) => oid,
})

test.each<[string, string | undefined, string | null, boolean, string]>([
  ['heat-map', undefined, null, true, 'callboard-overview-heat-map-2026-10-24_2026-11-21'],
  ['heat-map', undefined, null, false, 'callboard-overview-heat-map-2026-10-24_2026-11-21-incomplete'],
  ['regions', 'a1', 'Домоград Окна', true, 'callboard-overview-regions-домоград-окна-2026-10-24_2026-11-21'],
  ['regions', 'a1', null, true, 'callboard-overview-regions-a1-2026-10-24_2026-11-21'],
  ['regions', 'a1', '../<:>', true, 'callboard-overview-regions-object-2026-10-24_2026-11-21'],
])('%s of %s (%s), whole %s, is the file %s', (panel, oid, title, isComplete, name) => {
  expect(overviewFileName(panel, overview(oid), { object: title, client: null }, [], isComplete)).toBe(name)
})

test("an agency's client comes first", () => {
  expect(overviewFileName('regions', overview(), { object: null, client: 'Sever Group' }, [], true)).toBe(
    'sever-group-callboard-overview-regions-2026-10-24_2026-11-21',
  )
})

const nameWith = (...filters: Filter[]) =>
  overviewFileName('regions', overview(), { object: null, client: null }, filters, true)

test('names its filters, and counts those without room', () => {
  expect(nameWith({ by: 'source', values: ['Яндекс.Директ'] })).toBe(
    'callboard-overview-regions-яндекс-директ-2026-10-24_2026-11-21',
  )
  const many = ['source', 'campaign', 'region', 'manager'] as const
  const name = nameWith(...many.map((by) => ({ by, values: ['Twenty-six letters of a name'] })))
  expect(name).toBe('callboard-overview-regions-twenty-six-letters-of-a-and-3-more-2026-10-24_2026-11-21')
  expect(name.length).toBeLessThanOrEqual(106)
})
