import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClientRead } from '#/contract/agency.ts'
import { setLocale } from '#/i18n/locale.ts'
import { CHOICES_MAX, choicesOf, orderClients } from './client-choices.ts'

// Sorting and plurals depend on the language.
setLocale('en')

const clientOf = (client: string, fields: Partial<ClientRead> = {}): ClientRead => ({
  client,
  email: `${client}@example.com`,
  company_name: `Company ${client}`,
  statistics_only: null,
  hidden_fields: null,
  objects_count: 2,
  calls_count: null,
  ...fields,
})
const clients = ['d', 'a', 'c', 'b', 'e'].map((client) => clientOf(client))
const order = (pinned: string[] = [], recent: string[] = [], current: string | null = null, of = clients) =>
  orderClients(of, current, new Set(pinned), recent)
const shown = (...from: Parameters<typeof choicesOf>) =>
  choicesOf(...from)
    .groups.map(({ group, choices }) => `${group}: ${choices.map(({ id }) => id).join('')}`)
    .join(', ')

describe('clients to choose from', () => {
  it('are the pinned ones by name, the recent ones by when, the others by name', () => {
    expect(shown(order(), '')).toBe('others: abcde')
    expect(shown(order(['c', 'b'], ['e', 'a']), '')).toBe('pinned: bc, recent: ea, others: d')
    expect(shown(order(['c'], ['c', 'a', 'gone']), '')).toBe('pinned: c, recent: a, others: bde')
  })

  it('the current client is not among the recent ones', () => {
    expect(shown(order([], ['b', 'd'], 'b'), '')).toBe('recent: d, others: abce')
  })

  it('are found by company and by e-mail, in their groups', () => {
    expect(shown(order(['c'], ['a']), 'c@exam')).toBe('pinned: c')
    expect(shown(order(['c'], ['a']), 'company')).toBe('pinned: c, recent: a, others: bde')
    expect(shown(order(), 'COMPANY D@')).toBe('others: d')
    expect(shown(order(), 'nobody')).toBe('')
  })

  it('show the e-mail where it is what was found, or what tells two of a name apart', () => {
    const twins = [
      clientOf('1', { company_name: 'Twin' }),
      clientOf('2', { company_name: 'Twin' }),
      clientOf('3', { objects_count: null }),
      clientOf('4', { company_name: ' ' }),
    ]
    const notes = (query: string) =>
      choicesOf(order([], [], null, twins), query).groups.flatMap(({ choices }) =>
        choices.map(({ label, note }) => [label, note]),
      )
    expect(notes('')).toEqual([
      ['4@example.com', '2 objects'],
      ['Company 3', undefined],
      ['Twin', '1@example.com'],
      ['Twin', '2@example.com'],
    ])
    expect(notes('3@')).toEqual([['Company 3', '3@example.com']])
    expect(notes('4@')).toEqual([['4@example.com', '2 objects']])
  })

  it('are each in one group, and no more than are drawn, with the number of all', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 300 }).map(String), { maxLength: 250 })
    fc.assert(
      fc.property(ids, ids, ids, fc.constantFrom('', '1', 'example', '2@'), (all, pinned, recent, query) => {
        const list = all.map((id) => clientOf(id))
        const { groups, total, shown } = choicesOf(order(pinned, recent, null, list), query)
        const drawn = groups.flatMap(({ choices }) => choices.map(({ id }) => id))
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawn.length).toBe(shown)
        expect(shown).toBe(Math.min(total, CHOICES_MAX))
        expect(total).toBe(all.filter((id) => `company ${id} ${id}@example.com`.includes(query)).length)
      }),
    )
  })
})
