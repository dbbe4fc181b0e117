import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { WORKBOOK_MAX } from '#/contract/spend/spend-sheet.ts'
import { readInThread } from '#/server/spend-sheet/routes.ts'
import { readWorkbookFile } from './workbook.ts'
import { textCell, workbook } from './workbook-testing.ts'

const rowsOf = async (data: string, styles = '') => {
  const read = await readWorkbookFile(workbook([{ name: 'S', data }], { styles }))
  return 'problem' in read ? read.problem : read.sheets[0]?.rows
}
const signal = new AbortController().signal

describe('cells', () => {
  test('are those of the table when VK’s workbook is read', async () => {
    const file = readFileSync(
      new URL('../../features/overview/spend/reading/fixtures/s20-vk.xlsx', import.meta.url),
    )
    const read = await readWorkbookFile(file)
    expect(read).toEqual({
      sheets: [
        {
          name: 'Кампании',
          rows: [
            ['Название кампании', 'Показы', 'Клики', 'Потрачено всего, ₽'],
            ['Окна VK', '120000', '900', '54321.5'],
          ],
        },
      ],
    })
  })

  test('are texts: days, numbers that are no thousands, formulas by their results', async () => {
    const styles =
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>'
    const data = `<row r="1"><c r="A1" s="1"><v>46300</v></c><c r="B1" s="2"><v>46300.5</v></c><c r="C1"><v>1.234</v></c><c r="D1"><v>1.5E+3</v></c><c r="E1"><f>1+1</f><v>2</v></c><c r="F1" t="b"><v>1</v></c><c r="G1" t="str"><v>a &amp; b</v></c></row>`
    expect(await rowsOf(data, styles)).toEqual([
      ['2026-10-05', '2026-10-05 12:00', '1.2340', '1500', '2', 'true', 'a & b'],
    ])
  })

  test('are numbers without an exponent, however small or large', async () => {
    const data = '<row r="1"><c r="A1"><v>5.551115123125783E-17</v></c><c r="B1"><v>1E+21</v></c></row>'
    expect(await rowsOf(data)).toEqual([['0', '1000000000000000000000']])
  })

  test('are read without addresses, with lines left out, and without what is empty at the ends', async () => {
    expect(await rowsOf('<row><c t="inlineStr"><is><t>A</t></is></c><c><v>5</v></c></row>')).toEqual([
      ['A', '5'],
    ])
    expect(
      await rowsOf(`<row r="2">${textCell('B2', 'x')}<c r="D2" s="0"/></row><row r="9"><c r="A9"/></row>`),
    ).toEqual([[], ['', 'x']])
  })

  test('of hidden sheets and of empty ones stay out', async () => {
    const row = `<row r="1">${textCell('A1', 'x')}</row>`
    const read = await readWorkbookFile(
      workbook([
        { name: 'Empty', data: '' },
        { name: 'Hidden', data: row, state: 'hidden' },
        { name: 'Shown', data: row },
      ]),
    )
    expect(read).toEqual({ sheets: [{ name: 'Shown', rows: [['x']] }] })
  })
})

describe('a workbook is refused', () => {
  test.each<[string, Uint8Array]>([
    ['it is no archive', strToU8('PK\u0003\u0004 and nothing else')],
    ['it is empty', new Uint8Array(0)],
    ['it is an archive of something else', zipSync({ 'a.csv': strToU8('a,b') })],
    ['it is cut off', workbook([{ name: 'S', data: textCell('A1', 'x') }]).slice(0, 700)],
    ['its table is broken off', workbook([{ name: 'S', data: '<row r="1"><c r="A1"><v>1' }])],
  ])('as unreadable when %s', async (_, file) => {
    const read = await readWorkbookFile(file)
    // A truncated table may be read in part.
    if ('problem' in read) expect(read.problem).toBe('sheet_unreadable')
    else expect(read.sheets.flatMap(({ rows }) => rows.flat()).length).toBeLessThan(2)
  })

  test('as too large when it unpacks to more than 50 MB', async () => {
    const zeros = new Uint8Array(WORKBOOK_MAX.unpackedBytes)
    const withPart = (path: string) =>
      workbook([{ name: 'S', data: `<row r="1">${textCell('A1', 'x')}</row>` }], { extra: { [path]: zeros } })
    const file = withPart('xl/comments1.xml')
    expect(file.byteLength).toBeLessThan(100_000)
    expect(await readWorkbookFile(file)).toEqual({ problem: 'sheet_too_large' })
    // Pictures are never unpacked.
    expect(await readWorkbookFile(withPart('xl/media/image.png'))).toEqual({
      sheets: [{ name: 'S', rows: [['x']] }],
    })
  })

  test('by what it really unpacks to when it says less', async () => {
    const file = workbook([{ name: 'S', data: `<row r="1">${textCell('A1', 'x'.repeat(1_000_000))}</row>` }])
    // All sizes in the archive claim a tenth of the true ones.
    const view = new DataView(file.buffer)
    for (let at = 0; at < file.length - 4; at++)
      if (view.getUint32(at, true) === 0x0201_4b50 && view.getUint32(at + 24, true) > 500_000)
        view.setUint32(at + 24, 100_000, true)
    const read = await readWorkbookFile(file)
    expect(JSON.stringify(read).length).toBeLessThan(110_000)
  })

  test('as too large when it has more files inside than a workbook has', async () => {
    const extra = Object.fromEntries(
      Array.from({ length: WORKBOOK_MAX.entries }, (_, index) => [`xl/media/${index}.png`, strToU8('x')]),
    )
    expect(await readWorkbookFile(workbook([{ name: 'S', data: '' }], { extra }))).toEqual({
      problem: 'sheet_too_large',
    })
  })

  test('as too large when it has more cells than are read, or cells far apart', async () => {
    const rows = (count: number) =>
      Array.from(
        { length: count / 100 },
        (_, row) => `<row r="${row + 1}">${'<c><v>1</v></c>'.repeat(100)}</row>`,
      ).join('')
    expect(await rowsOf(rows(WORKBOOK_MAX.cells + 100))).toBe('sheet_too_large')
    expect(
      await rowsOf(
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
      ),
    ).toBe('sheet_too_large')
  })
})

describe('the thread', () => {
  test('reads a file, and ends when nobody waits for it', async () => {
    const file = workbook([{ name: 'S', data: `<row r="1">${textCell('A1', 'x')}</row>` }])
    expect(await readInThread(file, signal)).toEqual({ sheets: [{ name: 'S', rows: [['x']] }] })
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(readInThread(workbook([]), gone)).rejects.toThrow('gone')
  })

  test('ends when it takes too long or too much memory, and says so', async () => {
    const module = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
    const limits = { ms: 200, megabytes: 8 }
    const endless = module('setInterval(() => {}, 1000)')
    expect(await readInThread(workbook([]), signal, limits, endless)).toEqual({ problem: 'sheet_too_large' })
    const greedy = module('const all = []; for (;;) all.push(String(Math.random()).repeat(100).split(""))')
    expect(await readInThread(workbook([]), signal, { ...limits, ms: 20_000 }, greedy)).toEqual({
      problem: 'sheet_too_large',
    })
    const failing = module('throw new Error("broken")')
    expect(await readInThread(workbook([]), signal, { ...limits, ms: 20_000 }, failing)).toEqual({
      problem: 'sheet_unreadable',
    })
  })
})
