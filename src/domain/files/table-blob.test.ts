import { beforeEach, expect, test } from 'vitest'
import { setLocale } from '#/i18n/locale.ts'
import { tableBlob, type TableFile } from './table-blob.ts'

beforeEach(() => setLocale('en'))

const FILE: TableFile = {
  format: 'csv',
  client: null,
  title: 'Sources: all/of [them], and a name longer than a sheet may have',
  columns: [{ name: 'Source' }, { name: 'Rate', kind: 'share' }, { name: 'Day', kind: 'day' }],
  rows: [
    ['=1+1', 0.125, new Date('2026-11-20T00:00:00Z')],
    [null, null, null],
  ],
  note: null,
  about: [{ name: 'Made', value: new Date('2026-11-20T12:00:00Z') }],
  locale: 'en',
}

test('a CSV file says that a share is one, and a day has no time', async () => {
  const text = await (await tableBlob(FILE)).text()
  expect(text.replace('\uFEFF', '')).toBe('Source,"Rate, 0–1",Day\r\n\'=1+1,0.125,2026-11-20\r\n,,\r\n')
})

test('the Russian one has its own comma, and says at its end what is missing', async () => {
  setLocale('ru')
  const text = await (await tableBlob({ ...FILE, locale: 'ru', note: 'Неполный' })).text()
  expect(text.replace('\uFEFF', '')).toBe(
    "Source;Rate, 0–1;Day\r\n'=1+1;0,125;2026-11-20\r\n;;\r\nНеполный;;\r\n",
  )
})

test('an XLSX file is one', async () => {
  const file = new Uint8Array(await (await tableBlob({ ...FILE, format: 'xlsx' })).arrayBuffer())
  expect([...file.subarray(0, 2)]).toEqual([0x50, 0x4b])
})
