import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setLocale } from '#/i18n/locale.ts'
import { runs } from '#/test/runs.ts'
import { agencyAnswer, type AgencyRead, type ClientRead } from '#/contract/agency.ts'
import { findClients, pinnedFirst, sortClients, sumKnown, unreadableClients } from './client-list.ts'
import { clientName } from './client-name.ts'

// Sorting and plurals depend on the language.
setLocale('en')

const clientOf = (client: string, fields: Partial<ClientRead>): ClientRead => ({
  client,
  email: null,
  company_name: null,
  statistics_only: null,
  hidden_fields: null,
  objects_count: null,
  calls_count: null,
  ...fields,
})
const clients = [
  clientOf('1', {
    company_name: 'Sever Group',
    email: 'info@severgroup.ru',
    objects_count: 9,
    calls_count: 4212,
  }),
  clientOf('2', {
    company_name: 'Белый Клык',
    email: 'hello@belyklyk.ru',
    objects_count: 11,
    calls_count: 3,
  }),
  clientOf('3', { email: 'nameless@example.com', objects_count: 1 }),
]
const idsOf = (list: readonly ClientRead[]) => list.map(({ client }) => client).join('')

describe('clients', () => {
  it.each([
    ['', '123'],
    ['sever', '1'],
    ['belyk', '2'],
    ['белый', '2'],
    ['nameless', '3'],
    ['nobody', ''],
    ['белыи\u0306', '2'],
  ])('search “%s” finds %s', (query, ids) => {
    expect(idsOf(findClients(clients, query))).toBe(ids)
  })

  it('sort by company and by counts, unknown counts last', () => {
    expect(idsOf(sortClients(clients, clientName, 'ascending'))).toBe('312')
    expect(idsOf(sortClients(clients, (client) => client.objects_count, 'descending'))).toBe('213')
    expect(idsOf(sortClients(clients, (client) => client.calls_count, 'ascending'))).toBe('213')
  })

  it('are found however the service writes й', () => {
    const decomposed = clientOf('1', { company_name: 'Белый Клык'.normalize('NFD') })
    expect(findClients([decomposed], 'белый')).toEqual([decomposed])
  })

  it('are called by company, else e-mail, else identifier', () => {
    expect(clients.map(clientName)).toEqual(['Sever Group', 'Белый Клык', 'nameless@example.com'])
    expect(clientName(clientOf('c7', { company_name: ' ' }))).toBe('c7')
  })

  it('that could not be read are found in every agency', () => {
    const agencies: AgencyRead[] = agencyAnswer.lenient.parse([
      {
        agency: { name: 'A', clients: [{ client: '1', email: 'a@example.com' }, { company_name: 'No id' }] },
      },
      { name: 'B', clients: ['rubbish'] },
    ])
    expect(unreadableClients(agencies).map(({ raw }) => raw)).toEqual([{ company_name: 'No id' }, 'rubbish'])
  })
})

describe('a list of any clients', () => {
  const text = fc.option(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), { nil: null })
  const count = fc.option(fc.nat(100_000), { nil: null })
  const list = fc.uniqueArray(
    fc
      .record({
        client: fc.string({ minLength: 1 }),
        email: text,
        company: text,
        objects: count,
        calls: count,
      })
      .map(({ client, email, company, objects, calls }) =>
        clientOf(client, { email, company_name: company, objects_count: objects, calls_count: calls }),
      ),
    { selector: ({ client }) => client, maxLength: 40 },
  )
  const direction = fc.constantFrom('ascending' as const, 'descending' as const)

  it('is sorted without losing one, whatever it is sorted by; the unknown come last', () => {
    fc.assert(
      fc.property(list, direction, (clients, direction) => {
        const byCalls = sortClients(clients, ({ calls_count }) => calls_count, direction)
        expect(byCalls.toSorted(byId)).toEqual(clients.toSorted(byId))
        const known = byCalls.map(({ calls_count }) => calls_count).filter((calls) => calls !== null)
        expect(known).toEqual(known.toSorted((a, b) => (direction === 'ascending' ? a - b : b - a)))
        expect(byCalls.slice(known.length).every(({ calls_count }) => calls_count === null)).toBe(true)
        // Order is deterministic.
        expect(sortClients(clients.toReversed(), clientName, direction).map(clientName)).toEqual(
          sortClients(clients, clientName, direction).map(clientName),
        )
      }),
      runs(100, 5000),
    )
  })

  it('is in the same order however it came, also where two names differ by their letters’ case only', () => {
    const two = [clientOf('c1', { company_name: 'Sever' }), clientOf('c2', { company_name: 'SEVER' })]
    const names = (clients: typeof two): string[] =>
      sortClients(clients, clientName, 'ascending').map(clientName)
    expect(names(two)).toEqual(names(two.toReversed()))
  })

  it('begins with the pinned ones, both parts in the order they came', () => {
    fc.assert(
      fc.property(list, fc.func(fc.boolean()), (clients, isPinned) => {
        const pinned = new Set(clients.map(({ client }) => client).filter(isPinned))
        const ids = pinnedFirst(clients, pinned).map(({ client }) => client)
        const before = clients.map(({ client }) => client)
        expect(ids).toEqual([
          ...before.filter((client) => pinned.has(client)),
          ...before.filter((client) => !pinned.has(client)),
        ])
      }),
      runs(100, 5000),
    )
  })

  it('is searched by what it is called, and a search finds the client it was copied from', () => {
    fc.assert(
      fc.property(list, fc.nat(), (clients, at) => {
        const one = clients[at % Math.max(clients.length, 1)]
        if (!one) return
        for (const query of [one.company_name, one.email])
          if (query !== null) expect(findClients(clients, query)).toContain(one)
        expect(findClients(clients, '')).toEqual(clients)
      }),
      runs(100, 5000),
    )
  })
})

const byId = (a: ClientRead, b: ClientRead) => (a.client < b.client ? -1 : 1)

describe('sumKnown', () => {
  it('never counts an unknown as zero', () => {
    expect(sumKnown([1, null, 2])).toEqual({ sum: 3, missing: 1 })
    expect(sumKnown([0, 0])).toEqual({ sum: 0, missing: 0 })
    expect(sumKnown([null])).toEqual({ sum: null, missing: 1 })
    expect(sumKnown([])).toEqual({ sum: null, missing: 0 })
  })
})
