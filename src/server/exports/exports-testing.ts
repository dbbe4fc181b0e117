import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, vi } from 'vitest'
import { exportAnswer, type ExportAnswer, type ExportRequest } from '#/contract/exports/contact-exports.ts'
import { RIGHTS } from '#/contract/session.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { directoryWithout } from '#/server/identity/directory.ts'
import { createHarness, json, type Harness } from '#/server/testing.ts'
import type { EXPORT_LIMITS } from './exports.ts'

export const folders: string[] = []
const stops: (() => void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** May export, but not see numbers. */
export const WITHOUT_NUMBERS = 'second@example.com'

export const DAYS = { period: 'custom', date_from: '2026-11-16', date_to: '2026-11-20' }

export const request = (change: Partial<ExportRequest> = {}): ExportRequest => ({
  object: null,
  filters: DAYS,
  format: 'csv',
  columns: ['date', 'caller', 'region', 'id'],
  language: 'en',
  separator: ',',
  numbers_as_text: false,
  time_zone: 'UTC',
  total: 40,
  client_name: null,
  file_name: 'callboard-all-2026-11-16_2026-11-20-contacts',
  about: [{ name: 'Object', value: 'All objects' }],
  status_names: [],
  ...change,
})

export const withContacts = async (
  all: readonly ServiceContact[],
  { limits, archived = false }: { limits?: Partial<typeof EXPORT_LIMITS>; archived?: boolean } = {},
) => {
  const parent = mkdtempSync(join(tmpdir(), 'callboard-exports-'))
  folders.push(parent)
  const folder = join(parent, 'exports')
  const { store } = await openTestStore()
  const harness = await createHarness(
    {},
    {
      exports: { folder, ...(limits && { limits }) },
      archive: archived ? store : null,
      directory: {
        ...directoryWithout(),
        rightsOf: (email) => new Set(email === WITHOUT_NUMBERS ? ['export'] : RIGHTS),
      },
    },
  )
  stops.push(harness.app.exports.stop)
  harness.handlers['GET /v2/calls'] = (requested) =>
    json(pageOfContacts(all, new URL(requested.url).searchParams))
  return { ...harness, folder, cookie: await harness.enter() }
}

export const post = async (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  body: unknown,
  at = '/api/exports',
) => send(at, { method: 'POST', cookie, body: JSON.stringify(body) })

export const started = async (harness: Pick<Harness, 'send'>, cookie: string, body = request()) => {
  const response = await post(harness, cookie, body)
  expect(response.status).toBe(201)
  return exportAnswer.parse(await response.json()).id
}

export const readExport = async (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  id: string,
): Promise<ExportAnswer> => exportAnswer.parse(await (await send(`/api/exports/${id}`, { cookie })).json())

/** An export once it is over. */
export const over = (harness: Pick<Harness, 'send'>, cookie: string, id: string): Promise<ExportAnswer> =>
  vi.waitFor(
    async () => {
      const answer = await readExport(harness, cookie, id)
      expect(['complete', 'incomplete', 'failed']).toContain(answer.state)
      return answer
    },
    { timeout: 30_000, interval: 20 },
  )

export const textOf = async ({ send }: Pick<Harness, 'send'>, cookie: string, id: string) =>
  (await (await send(`/api/exports/${id}/file`, { cookie })).text()).replace('\uFEFF', '')

export const idsOf = (text: string) =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',').at(-1)))

export const idsNewestFirst = (all: readonly ServiceContact[]) =>
  all.toSorted((a, b) => b.day - a.day || b.minute - a.minute).map(({ id }) => id)

export const callRequests = ({ requests }: Pick<Harness, 'requests'>) =>
  requests.filter(({ url }) => new URL(url).pathname.endsWith('/v2/calls')).length
