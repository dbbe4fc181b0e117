import { beforeEach, expect, test } from 'vitest'
import type { ListedCallRead } from '#/contract/call.ts'
import { listedCall } from '#/contract/call.ts'
import { columnsFor } from '#/features/journal/table/columns.ts'
import { unmarked, type Annotation } from '#/contract/annotations/annotations.ts'
import type { Cell } from '#/domain/files/cell.ts'
import { setLocale } from '#/i18n/locale.ts'
import { CALL_FIELD_NAMES, type ExportColumn } from '#/contract/call-fields.ts'
import { fileColumns, fileColumnView, type FileContext } from '#/domain/files/file-columns.ts'

const MARK: Annotation = {
  ...unmarked({ oid: 'a1', id: 7 }),
  version: 2,
  outcome: 'called',
  outcome_at: Date.parse('2026-11-20T14:03:00Z'),
  outcome_who: 'anna@example.com',
  tags: ['kitchen', '=garage'],
  note: '=HYPERLINK("https://evil.test")',
  score: 4,
}
const context: FileContext = {
  objectTitle: (oid) => (oid === 'a1' ? 'Northline' : null),
  statusName: (code) => (code === 42 ? 'Transferred' : undefined),
  markOf: ({ id }) => (id === 7 ? MARK : undefined),
}
const call = (fields: Record<string, unknown>): ListedCallRead =>
  listedCall.lenient.parse({ id: 7, ...fields })
const read = (field: ExportColumn, fields: Record<string, unknown>): Cell =>
  fileColumnView(field).read(call(fields), context)

beforeEach(() => setLocale('en'))

test('every column has a name of its own, and none is lost on the way from the journal', () => {
  const all = fileColumns(null, new Set())
  const names = all.map((field) => fileColumnView(field).name())
  expect(new Set(names).size).toBe(names.length)
  const shown = columnsFor(null, new Set()).map(({ id }) => id)
  for (const column of shown) expect(fileColumns([column], new Set()).length).toBeGreaterThan(0)
  for (const field of fileColumns(shown, new Set())) expect(all).toContain(field)
})

const OUR_OWN = [
  'mark_handled',
  'mark_handled_who',
  'mark_handled_at',
  'mark_tags',
  'mark_note',
  'mark_score',
] as const

test('every column but our own goes with some field of the contact when that is hidden (G12)', () => {
  expect(fileColumns(null, new Set(CALL_FIELD_NAMES))).toEqual(OUR_OWN)
  const left = fileColumns(null, new Set(['customer_status', 'managers', 'phone_number_from'] as const))
  expect(left.filter((field) => /^deal|^manager$|^caller$/.test(field))).toEqual([])
  expect(left).toContain('source')
})

test('what people have marked has columns of its own, empty where there are no marks', () => {
  const values = OUR_OWN.map((field) => fileColumnView(field).read(call({}), context))
  expect(values).toEqual([
    'Called',
    'anna@example.com',
    expect.any(Date),
    'kitchen, =garage',
    '=HYPERLINK("https://evil.test")',
    4,
  ])
  expect(OUR_OWN.map((field) => fileColumnView(field).name())).toEqual([
    'Outcome',
    'Outcome set by',
    'Outcome set at',
    'Tags',
    'Note',
    'Score',
  ])
  expect(OUR_OWN.map((field) => fileColumnView(field).read(call({ id: 8 }), context))).toEqual(
    OUR_OWN.map(() => null),
  )
})

test('the journal’s order is the file’s', () => {
  expect(fileColumns(['crm', 'date', 'caller'], new Set())).toEqual([
    'deal_status',
    'deal_price',
    'date',
    'offset',
    'caller',
  ])
})

test('a source brings along the search query and campaign that its cell shows, unless hidden', () => {
  expect(fileColumns(['source', 'page'], new Set())).toEqual([
    'source',
    'search_request',
    'utm_campaign',
    'page',
  ])
  expect(fileColumns(['source'], new Set(['search_request'] as const))).toEqual(['source', 'utm_campaign'])
  expect(fileColumns(['source'], new Set(['utm'] as const))).toEqual(['source', 'search_request'])
  expect(fileColumns(['source'], new Set(['source'] as const))).toEqual([])
})

test.each<[ExportColumn, Record<string, unknown>, Cell]>([
  ['date', { date: '2026-11-20T14:03:05+05:30' }, new Date('2026-11-20T14:03:05Z')],
  ['offset', { date: '2026-11-20T14:03:05+05:30' }, 'UTC+5:30'],
  ['date', { date: 'yesterday' }, 'yesterday'],
  ['offset', { date: '2026-11-20T14:03:05' }, null],
  ['caller', { caller: '+74951234567' }, '74951234567'],
  ['caller', { phone_number_from: 'anonymous', caller: null }, 'Number withheld'],
  ['caller', { caller: '=1+1' }, '=1+1'],
  ['status', { status: 2 }, 'Answered'],
  ['status', { status: 42 }, 'Transferred'],
  ['status', { status: 43 }, 'Status 43'],
  ['object', { obj_oid: 'a1' }, 'Northline'],
  ['object', { obj_oid: 'b2' }, 'b2'],
  ['kind', { call_type: { id: 1, name: 'COMMON' } }, 'First-time'],
  ['kind', { call_type: { id: 3, name: 'THIRD' } }, 'THIRD'],
  ['target', { target: true }, 'Yes'],
  ['target', { target: false }, 'No'],
  ['target', {}, null],
  ['duration', { duration: 0 }, 0],
  ['duration', {}, null],
  ['custom_status', { custom_status: { id: 5, name: 'Договор', color: null } }, 'Договор'],
  ['custom_status', { custom_status: { id: 5 } }, '{"id":5}'],
  ['utm_campaign', { utm: 'utm_source=y&utm_campaign=%D0%B0+b' }, 'а b'],
  ['deal_price', { customer_status: { price: 12.5 } }, 12.5],
  ['deal_tags', { customer_status: { tags: '[{"id":1,"name":"vip"},"new"]' } }, 'vip, new'],
  ['deal_tags', { customer_status: { tags: '[]' } }, ''],
  ['deal_company', { customer_status: { company: '{}' } }, ''],
  ['deal_company', { customer_status: { company: 'OOO "Ромашка"' } }, 'OOO "Ромашка"'],
  ['visitor_name', { custom_data: '{"visitor":{"name":"Анна"}}' }, 'Анна'],
  ['visitor_email', { custom_data: '{"email":"a@b.example"}' }, 'a@b.example'],
  ['visitor_email', { custom_data: 'not JSON' }, null],
  ['comments', { comments: [{ id: 1, comment: 'x' }] }, 1],
  [
    'comment_texts',
    { comments: [{ id: 1, comment: 'Hi', name: 'Ann', created_at: '2026-11-20T14:03:05+03:00' }, { id: 2 }] },
    'Nov 20, 2026, 14:03 Ann: Hi\n',
  ],
])('%s of %j is %j', (field, fields, cell) => {
  expect(read(field, fields)).toEqual(cell)
})
