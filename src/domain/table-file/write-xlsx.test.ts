import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import packageOfWriter from '../../../node_modules/write-excel-file/package.json' with { type: 'json' }
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { xlsxFile } from './write-xlsx.ts'

const WRITER = 'node_modules/write-excel-file/modules/export/writeXlsxFileUniversal.js'

/*
 * The writer is imported by a path inside its package, which no version number of it promises. These fail when the path, or
 * what stands there, is another one after an update.
 */
test('what is imported of the writer stands where it stood, and takes what it took', () => {
  expect(packageOfWriter.exports).not.toHaveProperty('./modules')
  expect(readFileSync(WRITER, 'utf8')).toMatch(
    /export function generateXlsxFileSync\(arg1, arg2, arg3, convertFileContentToUint8Array\)/,
  )
})

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
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
    expect(start).toEqual(new Uint8Array([0x50, 0x4b, 3, 4]))
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
  const [sheet] = readXlsx(Buffer.from(await file.arrayBuffer()))
  expect(sheet?.name).toBe(name)
  expect(name.length).toBeLessThanOrEqual(31)
})
