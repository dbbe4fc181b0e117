import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CALL_FIELD_NAMES, callFieldRow, type CallField } from '#/contract/call-fields.ts'
import { CALL_FILTERS, ORDER_FIELDS } from '#/contract/call-filters.ts'
import { listedCall } from '#/contract/call.ts'
import { fieldName, FIELD_WORDS, orderName } from '#/domain/contact-list/field-labels.ts'
import { fileColumns, fileColumnView } from '#/domain/files/file-columns.ts'
import { sourceFilterOf } from '#/features/journal/filters/use-source-filter.ts'
import { LOCALES, setLocale } from '#/i18n/locale.ts'
import { cellView } from './contact-cells.tsx'
import { columnsFor } from './columns.ts'

const columns = columnsFor(null, new Set())
const empty = listedCall.lenient.parse({ id: 1 })

describe.each(CALL_FIELD_NAMES)('the field %s', (field) => {
  const { column, files } = callFieldRow(field)

  test.each(LOCALES)('has a name, and words for its absence, in %s', (locale) => {
    setLocale(locale)
    expect(fieldName(field)).toMatch(/\p{L}{2}/u)
    expect(FIELD_WORDS[field].absent()).toMatch(/\p{L}{2}/u)
  })

  if (column)
    test('has a column, a cell and a place in files, all gone when the client hides it', () => {
      const shown = columns.find(({ id }) => id === column.id)
      if (!shown) throw new Error(`no column ${column.id}`)
      expect(shown).toMatchObject({ shows: { field, cell: column.cell } })
      expect(shown.width).toBeGreaterThan(0)
      expect(cellView({ call: empty, column: shown, ...NOTHING_KNOWN })).toHaveProperty('content')
      expect(files.length).toBeGreaterThan(0)
      expect(fileColumns([shown.id], new Set())).toEqual(expect.arrayContaining([...files]))
      for (const file of fileColumns([shown.id], new Set())) expect(fileColumnView(file).name()).not.toBe('')

      const left = columnsFor(null, new Set([field]))
      expect(left.some(({ id }) => id === shown.id)).toBe(field === 'date')
      expect(fileColumns([shown.id], new Set([field]))).toEqual([])
      expect(fileColumns(null, new Set([field])).filter((file) => files.includes(file))).toEqual([])
    })
})

const NOTHING_KNOWN = {
  facts: { firstOfDay: null, objectTitle: null, statusName: undefined },
  context: {
    journal: {} as never,
    oid: null,
    client: null,
    hidden: new Set<never>(),
    now: 0,
    offsets: { main: null, isMixed: false },
    isTouched: false,
    marker: null,
    renderAnnotation: null,
    onPlay: () => {},
    onSource: () => {},
  },
  state: { index: 0, isCurrent: false, isStop: false, isActive: false, heard: null },
}

test.each([
  [86_400, '24:00:00'],
  [86_401, '24:00:01 · longer than 24 hours, in no average'],
  [2 ** 31 - 1, '596523:14:07 · longer than 24 hours, in no average'],
])('a call of %i s is written as %j', (duration, written) => {
  setLocale('en')
  const column = columns.find(({ id }) => id === 'duration')!
  const call = listedCall.lenient.parse({ id: 1, duration })
  expect(cellView({ call, column, ...NOTHING_KNOWN }).title).toBe(written)
})

test.each([
  ['source', { source: { title: 'Campaign 2024', url: null } }, false],
  ['source', { source: { title: 'Campaign 2024', url: null }, src: 'ads' }, true],
  ['page', { request_uri: '/landing-2024' }, false],
])('a %s of %j can be filtered by where numbers are hidden: %j', (id, fields, isOffered) => {
  const column = columns.find((one) => one.id === id)!
  const call = listedCall.lenient.parse({ id: 1, ...fields })
  const state = { ...NOTHING_KNOWN.state, isActive: true }
  const view = (...hidden: CallField[]) => {
    const context = { ...NOTHING_KNOWN.context, hidden: new Set(hidden) }
    return cellView({ call, column, ...NOTHING_KNOWN, context, state })
  }
  const html = (...hidden: CallField[]) => renderToStaticMarkup(view(...hidden).content)
  expect(html()).toContain('<button')
  expect(html('phone_number_from').includes('<button')).toBe(isOffered)
  const isPlaintext = (...hidden: CallField[]) =>
    view(...hidden).className?.includes('unicode-bidi:plaintext')
  expect(isPlaintext('phone_number_from')).toBe(isPlaintext())
})

test('a source is filtered by its code where its title would be refused', () => {
  const call = { src: 'ads', source: { title: 'Campaign 2024', url: null } }
  const hidden = new Set<CallField>(['phone_number_from'])
  const byTitle = { source_filter: undefined, source_text_filter: 'Campaign 2024' }
  expect(sourceFilterOf(call, false, new Set())).toEqual(byTitle)
  expect(sourceFilterOf(call, false, hidden)).toEqual({ source_filter: 'ads', source_text_filter: undefined })
  expect(sourceFilterOf({ ...call, src: null }, false, hidden)).toBeUndefined()
})

test('columns keep the names by which saved views and remembered columns know them', () => {
  expect(columns.map(({ id }) => id)).toEqual([
    'date',
    'status',
    'caller',
    'source',
    'page',
    'duration',
    'object',
    'kind',
    'target',
    'custom_status',
    'crm',
    'manager',
    'region',
    'service',
    'comments',
    'recording',
    'mark_handled',
    'mark_tags',
    'mark_note',
    'mark_score',
  ])
})

test('each filter narrows by one field, and each order is one column’s', () => {
  const filters = CALL_FIELD_NAMES.flatMap((field) => callFieldRow(field).filters ?? [])
  expect(filters.toSorted()).toEqual(
    CALL_FILTERS.filter((name) => name !== 'order_field' && name !== 'order_way').toSorted(),
  )
  expect(columns.flatMap(({ order }) => order ?? []).toSorted()).toEqual(ORDER_FIELDS.toSorted())
  setLocale('en')
  expect(orderName(undefined)).toBe('Date')
  expect(orderName('uri')).toBe('Page')
})
