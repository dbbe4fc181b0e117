import { expect, test } from 'vitest'
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { makeContactFile, type ContactFileJob } from './make-file.ts'
import { writeContactFile } from '#/server/reports/task.ts'
import { toSharedJson } from '#/server/threads/shared-json.ts'

const contact = (id: number) => ({
  id,
  obj_oid: 'site',
  date: '2026-11-20T10:00:00+03:00',
  status: 1,
  source: { title: id === 1 ? '=cmd|1' : `Source ${id}`, url: '' },
  request_uri: `https://site.example/?mail=ivan.petrov%40mail.example&who=ivan@mail.example`,
})
const jobOf = (rows: number, change: Partial<ContactFileJob> = {}): ContactFileJob => ({
  format: 'csv',
  language: 'en',
  client: null,
  columns: ['date', 'source', 'page', 'object'],
  pages: [toSharedJson(Array.from({ length: rows }, (_, nth) => contact(nth + 1)))],
  titles: [['site', 'Site']],
  annotations: [],
  object: null,
  total: rows,
  unread: null,
  about: [],
  maxBytes: 1024 * 1024,
  isWithoutCallers: true,
  ...change,
})
const textOf = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString('utf8')

test('texts are no formulas, and addresses of people leave them', async () => {
  const file = await makeContactFile(jobOf(2))
  expect(file.rows).toBe(2)
  const [, first] = textOf(file).split('\r\n')
  expect(first).toBe("2026-11-20 10:00:00,'=cmd|1,https://site.example/?mail=•••&who=•••,Site")
  expect(textOf(await makeContactFile(jobOf(2, { isWithoutCallers: false })))).toContain('ivan@mail.example')
})

test.each(['csv', 'xlsx'] as const)(
  'of %s what does not fit is left out from the end, and the file says so itself',
  async (format) => {
    const maxBytes = 30_000
    const file = await makeContactFile(jobOf(5_000, { format, maxBytes, total: 9_000 }))
    expect(file.bytes.length).toBeLessThanOrEqual(maxBytes)
    expect(file.rows).toBeGreaterThan(50)
    expect(file.rows).toBeLessThan(5_000)
    const note =
      format === 'csv'
        ? textOf(file).trimEnd().split('\r\n').at(-1)
        : (await readXlsx(file.bytes))[0]!.rows[0]![0]
    expect(note).toContain(`Incomplete export: ${file.rows.toLocaleString('en-US')} of 9,000`)
  },
)

test('records that cannot be read are counted and told', async () => {
  const pages = [toSharedJson([contact(1), 'nonsense', contact(2)])]
  const file = await makeContactFile(jobOf(0, { pages, total: 3 }))
  expect(file).toMatchObject({ rows: 2, unreadable: 1 })
  expect(textOf(file)).toContain('2 of 3')
})

test('in a thread of its own; one that takes too long, or too much, is no file', async () => {
  const { signal } = new AbortController()
  const whole = await writeContactFile(jobOf(3), signal)
  expect(whole?.rows).toBe(3)
  expect(await writeContactFile(jobOf(3), signal, { ms: 1, megabytes: 512 })).toBeNull()
  expect(await writeContactFile(jobOf(20_000), signal, { ms: 60_000, megabytes: 8 })).toBeNull()
  await expect(writeContactFile(jobOf(3), AbortSignal.abort(new Error('it ends')))).rejects.toThrow('it ends')
})
