import { expect, test } from 'vitest'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import { rankedSources } from '#/domain/costs/evaluated-sources.ts'

const counts = (some: Partial<Counts>): Counts => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  ...some,
})

test('a source is judged beside all others, also those that the report does not list', () => {
  const row = { value: 'Radio', ...counts({ contacts: 100, target: 20 }), deals: 0, won: 0, sums: [] }
  const { ranked } = rankedSources(
    { rows: [row], whole: counts({ contacts: 400, target: 260 }) },
    { column: 'contacts', direction: 'descending' },
    'en',
  )
  expect(ranked[0]?.beside).toMatchObject({ verdict: 'stop', others: { contacts: 300, target: 240 } })
})
