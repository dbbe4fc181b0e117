import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { isMacro, missingCampaigns, openProposals, proposalsFor, skeletonOf } from './utm-cleaner.ts'

describe('near twins', () => {
  it('are spellings that differ in case, separators or look-alike letters', () => {
    expect(
      proposalsFor([
        { value: 'okna_moscow', contacts: 5 },
        { value: 'Okna-Moscow', contacts: 9 },
        { value: 'okna moscow ', contacts: 1 },
        // The o is Cyrillic.
        { value: 'оkna_moscow', contacts: 2 },
        { value: 'okna_moscow_2', contacts: 7 },
      ]),
    ).toEqual([
      {
        is: 'twins',
        into: 'Okna-Moscow',
        values: [
          { value: 'Okna-Moscow', contacts: 9 },
          { value: 'okna_moscow', contacts: 5 },
          { value: 'оkna_moscow', contacts: 2 },
          { value: 'okna moscow ', contacts: 1 },
        ],
      },
    ])
  })

  it('are not words of another alphabet, other numbers or mere signs', () => {
    expect(skeletonOf('сор')).not.toBe(skeletonOf('cop'))
    expect(
      proposalsFor(['сор', 'cop', 'ad1', 'ad2', '—', '...'].map((value) => ({ value, contacts: 1 }))),
    ).toEqual([])
  })
})

describe('unexpanded macros', () => {
  it.each([
    '{campaign_id}',
    '{{campaign.name}}',
    '%7Bcampaign%7D',
    '[campaign]',
    '${name}',
    '<name>',
    '(not set)',
    'undefined',
  ])('%s is one', (value) => {
    expect(isMacro(value)).toBe(true)
    expect(proposalsFor([{ value, contacts: 3 }])).toEqual([{ is: 'macro', value: { value, contacts: 3 } }])
  })
  it.each(['okna_moscow', 'Paid search', 'brand (exact)', 'nonesuch', 'sale 50%', 'a[1]'])(
    '%s is none',
    (value) => {
      expect(isMacro(value)).toBe(false)
    },
  )
})

it('whatever is named, no value is in two proposals, and each proposal is of values there are', () => {
  const value = fc.string({
    unit: fc.constantFrom('a', 'A', 'а', 'о', 'o', '_', ' ', '1', '{', '}'),
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(fc.uniqueArray(value, { maxLength: 30 }), (values) => {
      const all = values.map((one, index) => ({ value: one, contacts: index + 1 }))
      const used = proposalsFor(all).flatMap((proposal) =>
        proposal.is === 'macro' ? [proposal.value.value] : proposal.values.map((named) => named.value),
      )
      expect(new Set(used).size).toBe(used.length)
      for (const one of used) expect(values).toContain(one)
    }),
    runs(500, 10_000),
  )
})

describe('contacts without a campaign', () => {
  it('are reported for sources that usually name one', () => {
    const all = [
      { value: 'Paid search', contacts: 100 },
      { value: 'Maps', contacts: 10 },
      { value: 'Organic', contacts: 90 },
      { value: null, contacts: 40 },
    ]
    const without = [
      { value: 'Paid search', contacts: 12 },
      { value: 'Organic', contacts: 89 },
      { value: null, contacts: 3 },
    ]
    expect(missingCampaigns(all, without)).toEqual([{ source: 'Paid search', contacts: 100, missing: 12 }])
  })
})

describe('a proposal', () => {
  const found = proposalsFor(['ads', 'Ads', 'ADS', '{source}'].map((value) => ({ value, contacts: 1 })))
  const is = (rules: readonly (readonly [string, string])[]) =>
    openProposals(found, new Map(rules)).map((proposal) => proposal.is)

  it('is there until its names count as one, and again when a rule is taken back', () => {
    expect(is([])).toEqual(['twins', 'macro'])
    expect(is([['Ads', 'ads']])).toEqual(['twins', 'macro'])
    const all = [
      ['Ads', 'ads'],
      ['ADS', 'ads'],
      ['{source}', 'Unknown'],
    ] as const
    expect(is(all)).toEqual([])
    expect(is(all.slice(1))).toEqual(['twins'])
  })
})
