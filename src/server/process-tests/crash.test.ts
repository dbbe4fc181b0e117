/** @module-tag all */
import type { SampleAccount } from '#/contract/session.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { agencyAnswer, type UpdateAgencyBody } from '#/contract/agency.ts'
import { objectAnswer, objectsAnswer } from '#/contract/object.ts'
import { isReadable } from '#/contract/field.ts'
import { preferencesAnswer } from '#/contract/preferences.ts'
import { SCRIPT_OPTION, SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import { runs } from '#/test/runs.ts'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { startProcess, type ServerProcess } from './start-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'callboard-crash-'))
afterAll(() => rmSync(folder, { recursive: true }))
const start = async () => {
  const server = await startProcess({ DATA_DIR: folder, SAMPLE_CONTACTS: '1000' })
  await server.ready()
  return server
}
const enter = (server: ServerProcess, account: SampleAccount) => {
  const { email, password } = sampleSignIn(account)
  return server.enter(email, password)
}

/** Writes increasing, distinct values to one place. */
interface Writer {
  readonly write: (server: ServerProcess, n: number) => Promise<Response>
  readonly read: (server: ServerProcess) => Promise<unknown>
  readonly value: (n: number) => unknown
  /** The last value sent, and the last one acknowledged. */
  sent: number
  acknowledged: number
}

const scriptConfigWriter = (cookie: string, oid: string): Writer => {
  const options = (n: number) => SCRIPT_OPTIONS.filter((_, bit) => (n >> bit) & 1)
  return {
    write: (server, n) =>
      server.send(`/api/v2/objs/${oid}/script_config`, {
        method: 'POST',
        cookie,
        body: {
          script_config: Object.fromEntries(options(n).map((name) => [name, String(SCRIPT_OPTION[name])])),
        },
      }),
    read: async (server) => {
      const response = await server.send(`/api/v2/objs/${oid}`, { cookie })
      return objectAnswer.lenient.parse(await response.json()).obj.script_config
    },
    value: options,
    sent: 0,
    acknowledged: 0,
  }
}

const agencyWriter = (cookie: string): Writer => {
  const value = (n: number) => `Agency ${n}`
  return {
    write: (server, n) => {
      const agency = { name: value(n), domain: 'agency.example', phone_number: '', is_active: true }
      const body: UpdateAgencyBody = { agency }
      return server.send('/api/v2/agency', { method: 'PUT', cookie, body })
    },
    read: async (server) => {
      const response = await server.send('/api/v2/agency', { cookie })
      return agencyAnswer.lenient.parse(await response.json())[0]?.name
    },
    value,
    sent: 0,
    acknowledged: 0,
  }
}

const preferencesWriter = (cookie: string): Writer => {
  const value = (n: number) => [`Won ${n}`]
  return {
    write: async (server, n) => {
      const stored = await server.send('/api/preferences', { cookie })
      const { version } = preferencesAnswer.parse(await stored.json())
      const body = { base_version: version, preferences: { won_statuses: value(n) } }
      return server.send('/api/preferences', { method: 'PUT', cookie, body })
    },
    read: async (server) => {
      const response = await server.send('/api/preferences', { cookie })
      return preferencesAnswer.parse(await response.json()).preferences.won_statuses
    },
    value,
    sent: 0,
    acknowledged: 0,
  }
}

/**
 * Until the server dies.
 * @throws when it refuses
 */
const writeOn = async (server: ServerProcess, writer: Writer, onAcknowledged: () => void) => {
  for (;;) {
    writer.sent = writer.acknowledged + 1
    const response = await writer.write(server, writer.sent).catch(() => null)
    if (response === null) return
    expect(response.ok).toBe(true)
    writer.acknowledged = writer.sent
    onAcknowledged()
  }
}

/** Kills the server during writes, some milliseconds after so many acknowledgements. */
const crash = async (server: ServerProcess, writers: readonly Writer[], writes: number, ms: number) => {
  const enough = Promise.withResolvers<void>()
  let left = writes
  const writing = Promise.all(
    writers.map((writer) => writeOn(server, writer, () => --left <= 0 && enough.resolve())),
  )
  await Promise.race([enough.promise, writing])
  await wait(ms)
  await server.signal('SIGKILL')
  await writing
}

/** Read-only, so that recovery is the next server's own work. */
const integrity = (name: string) => {
  const database = new DatabaseSync(join(folder, name), { readOnly: true })
  try {
    return database.prepare('PRAGMA integrity_check').all()
  } finally {
    database.close()
  }
}

test('crash: killed in the middle of writes, the server comes back with every write it acknowledged', async () => {
  let server = await start()
  const marketer = await enter(server, 'marketer')
  const objects = await server.send('/api/v2/objs/', { cookie: marketer })
  const { oid } = objectsAnswer.lenient.parse(await objects.json()).objs.find(isReadable)!
  const writers = [
    scriptConfigWriter(marketer, oid),
    agencyWriter(await enter(server, 'agency_manager')),
    preferencesWriter(marketer),
  ]
  for (const writer of writers) await writer.write(server, 0)

  try {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.nat(5), async (writes, ms) => {
        await crash(server, writers, writes, ms)
        for (const name of ['callboard.sqlite', 'reference.sqlite'])
          expect(integrity(name)).toEqual([{ integrity_check: 'ok' }])
        server = await start()
        expect(server.output.stderr).toBe('')
        for (const writer of writers) {
          const { value, sent, acknowledged } = writer
          // The last one was in progress: from here on it is known whether it arrived.
          const found = await writer.read(server)
          expect([value(acknowledged), value(sent)]).toContainEqual(found)
          writer.acknowledged = JSON.stringify(found) === JSON.stringify(value(sent)) ? sent : acknowledged
        }
      }),
      // Each round continues from the one before, so a failed one cannot be repeated alone.
      { ...runs(5, 100), endOnFailure: true },
    )
  } finally {
    await server.signal('SIGKILL')
  }
})
