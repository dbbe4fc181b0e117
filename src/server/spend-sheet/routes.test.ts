import { describe, expect, test } from 'vitest'
import { WORKBOOK_MAX, WORKBOOK_TYPE, workbookAnswer } from '#/contract/spend/spend-sheet.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { createHarness, json, type Harness } from '#/server/testing.ts'
import { textCell, workbook } from './workbook-testing.ts'

const FILE = workbook([
  { name: 'Расход', data: `<row r="1">${textCell('A1', 'VK')}<c r="B1"><v>12.5</v></c></row>` },
])

const post = (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  body: BodyInit = FILE,
  headers: Readonly<Record<string, string>> = {},
) =>
  send('/api/spend-sheet', {
    method: 'POST',
    cookie,
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
    headers: { 'content-type': WORKBOOK_TYPE, ...headers },
  })
const errorOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: unknown }).error,
]

test('answers with the cells of the workbook that is sent, and asks nobody for them', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  const response = await post(harness, cookie)
  expect(response.status).toBe(200)
  expect(workbookAnswer.parse(await response.json())).toEqual({
    sheets: [{ name: 'Расход', rows: [['VK', '12.5']] }],
  })
  expect(
    harness.log.find(
      (entry) => entry.event === 'request' && 'route' in entry && entry.route === '/api/spend-sheet',
    ),
  ).toBeDefined()
  expect(JSON.stringify(harness.log)).not.toContain('Расход')
})

describe('refuses', () => {
  test('who is not signed in, who shows a screen to others, and who may not see the account', async () => {
    const harness = await createHarness()
    expect(await errorOf(await post(harness, ''))).toEqual([401, 'session_ended'])
    const cookie = await harness.enter()
    expect(await errorOf(await post(harness, `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`))).toEqual([
      409,
      'presenting',
    ])
    const foreign = await harness.send('/api/clients/7/spend-sheet', {
      method: 'POST',
      cookie,
      body: FILE,
      headers: { 'content-type': WORKBOOK_TYPE },
    })
    expect(foreign.status).toBe(403)
    harness.handlers['GET /v2/objs/'] = () => json({ error: 'access_denied' }, 403)
    harness.pass(10 * 60_000)
    expect((await post(harness, cookie)).status).toBe(403)
  })

  test('other sites, other types of bodies, and other methods', async () => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-dest': 'document' },
      { 'x-requested-by': '' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'text/plain' },
    ])
      expect(await errorOf(await post(harness, cookie, FILE, headers))).toEqual([403, 'cross_site_refused'])
    const read = await harness.send('/api/spend-sheet', { cookie })
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('more than two files of a session at a time, also while they still arrive', async () => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const gate = Promise.withResolvers<void>()
    const arriving = () => {
      const isRead = Promise.withResolvers<void>()
      const body = new ReadableStream(
        {
          pull: async (controller) => {
            isRead.resolve()
            await gate.promise
            controller.enqueue(FILE)
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      return { isRead: isRead.promise, answer: post(harness, cookie, body) }
    }
    const two = [arriving(), arriving()]
    await Promise.all(two.map(({ isRead }) => isRead))
    expect((await post(harness, cookie)).status).toBe(429)
    expect((await post(harness, await harness.enter())).status).toBe(200)
    gate.resolve()
    for (const { answer } of two) expect((await answer).status).toBe(200)
  })

  test('what is larger than 10 MB, what is too large inside, and what is no workbook', async () => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    expect(await errorOf(await post(harness, cookie, new Uint8Array(WORKBOOK_MAX.bytes + 1)))).toEqual([
      413,
      'request_too_large',
    ])
    expect(await errorOf(await post(harness, cookie, 'PK, but no workbook'))).toEqual([
      422,
      'sheet_unreadable',
    ])
    const bomb = workbook([{ name: 'S', data: '' }], {
      extra: { 'xl/comments1.xml': new Uint8Array(WORKBOOK_MAX.unpackedBytes) },
    })
    expect(await errorOf(await post(harness, cookie, bomb))).toEqual([413, 'sheet_too_large'])
    expect((await post(harness, cookie)).status).toBe(200)
  })
})
