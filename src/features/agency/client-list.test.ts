import { describe, expect, it } from 'vitest'
import { setLocale } from '#/i18n/locale.ts'
import { agencyAnswer, type AgencyRead, type ClientRead } from '#/contract/agency.ts'
import {
  clientName,
  clientOptions,
  findClients,
  sortClients,
  sumKnown,
  unreadableClients,
} from './client-list.ts'

// Names are ordered and counts are worded in the language on screen.
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
  ])('search “%s” finds %s', (query, ids) => {
    expect(idsOf(findClients(clients, query))).toBe(ids)
  })

  it('sort by company and by counts, unknown counts last', () => {
    expect(idsOf(sortClients(clients, { column: 'company', direction: 'ascending' }))).toBe('312')
    expect(idsOf(sortClients(clients, { column: 'objects', direction: 'descending' }))).toBe('213')
    expect(idsOf(sortClients(clients, { column: 'calls', direction: 'ascending' }))).toBe('213')
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

  it('of one name are told apart by e-mail when they are chosen', () => {
    const twins = [
      clientOf('a', { company_name: 'Twin', email: 'a@example.com', objects_count: 1 }),
      clientOf('b', { company_name: 'Twin', email: 'b@example.com', objects_count: 2 }),
      clientOf('c', { company_name: 'Other', email: 'c@example.com', objects_count: 2 }),
      clientOf('d', { company_name: 'Unknown' }),
    ]
    expect(clientOptions(twins)).toEqual([
      { id: 'a', label: 'Twin', note: 'a@example.com' },
      { id: 'b', label: 'Twin', note: 'b@example.com' },
      { id: 'c', label: 'Other', note: '2 objects' },
      { id: 'd', label: 'Unknown', note: undefined },
    ])
  })
})

describe('sumKnown', () => {
  it('never counts an unknown as zero', () => {
    expect(sumKnown([1, null, 2])).toEqual({ sum: 3, missing: 1 })
    expect(sumKnown([0, 0])).toEqual({ sum: 0, missing: 0 })
    expect(sumKnown([null])).toEqual({ sum: null, missing: 1 })
    expect(sumKnown([])).toEqual({ sum: null, missing: 0 })
  })
})
