import { unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { createWorkbook, xlsxFile } from './write-xlsx.ts'

test('a file is packed on the calling thread, without a worker or code out of text', async () => {
  const forbidden = vi.fn<() => never>(() => {
    throw new Error('forbidden by the Content-Security-Policy')
  })
  vi.stubGlobal('Worker', forbidden)
  vi.stubGlobal('Function', forbidden)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(forbidden)
  try {
    const file = await xlsxFile({
      client: null,
      title: 'Contacts',
      columns: [{ name: 'Caller' }, { name: 'Share', kind: 'share' }],
      rows: [['=1+1', 0.5]],
      note: null,
      about: [{ name: 'Made', value: new Date(0) }],
      locale: 'en',
    })
    expect(file[0]!.slice(0, 4)).toEqual(new Uint8Array([0x50, 0x4b, 3, 4]))
    expect(forbidden).not.toHaveBeenCalled()
  } finally {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

test.each([
  [null, 'Contacts', 'Contacts'],
  ['Sever Group', 'Contacts', 'Sever Group · Contacts'],
  [`'Rock: 'n' roll?'`, 'Contacts', "Rock  'n' roll · Contacts"],
  ['Юридический центр «Право» Казань', 'Обращения', 'Юридический центр… · Обращения'],
  ['Sever Group', 'Search requests that were paid for', 'Sever G… · Search requests that'],
  ['  ', 'Contacts', 'Contacts'],
])('of client %j and rows %j the sheet is called %j', async (client, title, name) => {
  const file = await xlsxFile({
    client,
    title,
    columns: [{ name: 'Caller' }],
    rows: [],
    note: null,
    about: [],
    locale: 'en',
  })
  const [sheet] = await readXlsx(Buffer.concat(file))
  expect(sheet?.name).toBe(name)
  expect(name.length).toBeLessThanOrEqual(31)
})

const sheetsOf = async (book: Partial<Parameters<typeof xlsxFile>[0]>) => {
  const file = await xlsxFile({
    client: null,
    title: 'Contacts',
    columns: [],
    rows: [],
    note: null,
    about: [],
    locale: 'en',
    ...book,
  })
  return readXlsx(Buffer.concat(file))
}

test('cells are the texts, numbers and dates that they were, each in its column', async () => {
  const moment = new Date('2026-11-20T14:03:05Z')
  const day = new Date('2026-11-20T00:00:00Z')
  const far = Array.from({ length: 30 }, (_, index) => (index === 29 ? 'in AD' : null))
  const [contacts, about] = await sheetsOf({
    columns: [{ name: 'Share', kind: 'share' }, { name: 'Day', kind: 'day' }, { name: 'Moment' }],
    rows: [[0.125, day, moment, -7.5, null, '', 'end'], ['none', 'never', null, 0], far],
    note: 'Incomplete',
    about: [
      { name: 'Made', value: moment },
      { name: 'Contacts', value: 2 },
    ],
  })
  expect(contacts!.rows).toEqual([
    ['Incomplete'],
    ['Share', 'Day', 'Moment'],
    [0.125, day, moment, -7.5, null, null, 'end'],
    ['none', 'never', null, 0],
    far,
  ])
  expect(about!.rows).toEqual([
    ['Made', moment],
    ['Contacts', 2],
  ])
})

test.each([
  ['=1+1', '=1+1'],
  [' spaces around ', ' spaces around '],
  ['a & b <c> "d" ]]>', 'a & b <c> "d" ]]>'],
  ['_x0041_', '_x0041_'],
  ['a\0b\uFFFEc\uD800d', 'abcd'],
  ['😀', '😀'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
  ['x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
])('a text %j is one in every place of the file', async (text, written) => {
  const sheets = await sheetsOf({
    columns: [{ name: text }],
    rows: [[text], ['other'], [text]],
    note: text,
    about: [{ name: text, value: text }],
  })
  expect(sheets.map(({ rows }) => rows)).toEqual([
    [[written], [written], [written], ['other'], [written]],
    [[written, written]],
  ])
})

test('a file is made again when more rows have come', async () => {
  const { row, file } = createWorkbook({
    client: null,
    title: 'Contacts',
    columns: [{ name: 'Caller' }, { name: 'Region' }],
    locale: 'en',
  })
  const later = row(['later', 'Moscow'])
  const rows = [row(['first', 'Moscow'])]
  const made = async (all: typeof rows, note: string | null) => {
    const [contacts] = await readXlsx(Buffer.concat(await file({ rows: all, note, about: [] })))
    return contacts?.rows
  }
  expect(await made(rows, 'Incomplete')).toEqual([['Incomplete'], ['Caller', 'Region'], ['first', 'Moscow']])
  expect(await made([...rows, later, row([null, 'Kazan'])], null)).toEqual([
    ['Caller', 'Region'],
    ['first', 'Moscow'],
    ['later', 'Moscow'],
    [null, 'Kazan'],
  ])
})

test.each([
  ['no rows', [], null, 'A1:AD1'],
  ['rows', [['first'], ['second']], null, 'A1:AD3'],
  ['a note above', [['first']], 'Incomplete', 'A2:AD3'],
])('with %s the rows below the heads can be filtered', async (_, rows, note, ref) => {
  const file = await xlsxFile({
    client: null,
    title: 'Contacts',
    columns: Array.from({ length: 30 }, (_column, index) => ({ name: `Column ${index}` })),
    rows,
    note,
    about: [{ name: 'Made', value: 1 }],
    locale: 'en',
  })
  const parts = unzipSync(Buffer.concat(file))
  const xml = (nth: number) => new TextDecoder().decode(parts[`xl/worksheets/sheet${nth}.xml`])
  expect(xml(1)).toContain(`</sheetData><autoFilter ref="${ref}"/></worksheet>`)
  expect(xml(2)).not.toContain('autoFilter')
})
