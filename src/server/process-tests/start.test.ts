import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProcess } from './start-process.ts'

// Every test starts processes, maybe on a busy machine.

const SECRET = 'x'.repeat(32)
const [EMAIL, PASSWORD] = ['igor@domograd.ru', 'domograd']
const root = mkdtempSync(join(tmpdir(), 'callboard-start-'))
afterAll(() => rmSync(root, { recursive: true }))
const folder = () => mkdtempSync(join(root, 'data-'))

/** Starts with these variables and returns how it ended. */
const failing = async (env: Readonly<Record<string, string>>) => {
  await using server = await startProcess(env)
  return { code: await server.ended, ...server.output }
}
const refused = (line: string) => ({ code: 1, stdout: '', stderr: `Callboard cannot start: ${line}\n` })

describe('a start that cannot go on: one line, exit code 1, nothing written', () => {
  test.concurrent.each<[Record<string, string>, string]>([
    [
      { API_BASE_URL: 'nonsense', SESSION_SECRET: SECRET },
      'API_BASE_URL must be an http or https address without credentials, query or fragment',
    ],
    // Reserved for documentation, so no host has this address.
    [{ HOST: '192.0.2.1' }, 'HOST is no address of this machine'],
  ])('%j', async (env, line) => {
    const data = join(folder(), 'data')
    expect(await failing({ DATA_DIR: data, ...env })).toEqual(refused(line))
    expect(existsSync(data)).toBe(false)
  })

  test.concurrent('a port that is taken', async () => {
    const data = join(folder(), 'data')
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await failing({ DATA_DIR: data, PORT: String(port) })).toEqual(
      refused(`port ${port} is in use; PORT chooses another one, such as PORT=${port + 1}`),
    )
    expect(existsSync(data)).toBe(false)
    other.close()
  })

  // Tests may run as root, who can write to every folder: only a file in its place fails for root too.
  test.concurrent.each(['file', 'file/data'])('DATA_DIR cannot be a folder: %s', async (path) => {
    const parent = folder()
    writeFileSync(join(parent, 'file'), 'mine')
    expect(await failing({ DATA_DIR: join(parent, path) })).toEqual(refused('DATA_DIR cannot be written'))
    expect(readFileSync(join(parent, 'file'), 'utf8')).toBe('mine')
    expect(readdirSync(parent)).toEqual(['file'])
  })
})

/** Whether something listens at this address. */
const listens = async (host: string, port: number): Promise<boolean> => {
  const socket = connect({ host, port })
  const [answered] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false])
  socket.destroy()
  return answered === true
}

test('demo-refuses-public-bind: the sample accounts are for this machine only, unless HOST says otherwise', async () => {
  await using server = await startProcess({ DATA_DIR: folder(), SAMPLE_CONTACTS: '1000' })
  await server.ready()
  const port = Number(new URL(server.origin).port)
  expect(await listens('127.0.0.1', port)).toBe(true)
  const outside = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal }) => !internal).map(({ address }) => address),
  )
  for (const address of outside) expect(await listens(address, port), address).toBe(false)
  // All of 127.0.0.0/8 reaches the machine on Linux; we listen on one address.
  if (process.platform === 'linux') expect(await listens('127.0.0.2', port)).toBe(false)
  const session = await server.send('/api/session')
  expect(await session.json()).toMatchObject({ sample: expect.arrayContaining([expect.anything()]) })
})

describe('a database file', { tags: 'all' }, () => {
  const sound = join(root, 'sound')
  let cookie: string
  beforeAll(async () => {
    await using server = await startProcess({ DATA_DIR: sound, SAMPLE_CONTACTS: '1000' })
    await server.ready()
    cookie = await server.enter(EMAIL, PASSWORD)
    await server.signal('SIGTERM')
    // A killed server leaves pages in its log; here they are in the file.
    for (const name of readdirSync(sound).filter((file) => file.endsWith('.sqlite'))) {
      const database = new DatabaseSync(join(sound, name))
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    }
  })

  /** A copy of the sound folder with one file changed. */
  const spoilt = (name: string, change: (bytes: Buffer) => Buffer) => {
    const data = folder()
    cpSync(sound, data, { recursive: true })
    const file = join(data, name)
    const bytes = change(readFileSync(file))
    writeFileSync(file, bytes)
    return { data, file, bytes }
  }
  const filesIn = (data: string, name: string) =>
    readdirSync(data).filter((entry) => entry.startsWith(`${name}.damaged-`) && !/-(wal|shm)$/.test(entry))
  const cutOff = (bytes: Buffer) => bytes.subarray(0, bytes.byteLength / 2)
  /** Like a bad block of a disk. */
  const zeros = (bytes: Buffer) => bytes.fill(0, 3 * 4096, 4 * 4096)
  const notes = () => Buffer.from('not a database, but a text of notes\n'.repeat(200))

  test.concurrent('that another program holds stops the start and stays where it is', async () => {
    const name = 'callboard.sqlite'
    const { data, file, bytes } = spoilt(name, (same) => same)
    const other = new DatabaseSync(file)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(await failing({ DATA_DIR: data })).toEqual(
      refused(`${name} in DATA_DIR is locked by another program`),
    )
    other.close()
    expect(readFileSync(file)).toEqual(bytes)
    expect(filesIn(data, name)).toEqual([])
  })

  test.concurrent.each([
    ['callboard.sqlite', 'is something else', notes],
    ['callboard.sqlite', 'was cut off', cutOff],
    ['callboard.sqlite', 'has a page of zeros', zeros],
    ['reference.sqlite', 'has a page of zeros', zeros],
  ])('%s that %s is reported, kept as it was, and replaced', async (name, _how, change) => {
    const { data, bytes } = spoilt(name, change)
    await using server = await startProcess({ DATA_DIR: data, SAMPLE_CONTACTS: '1000' })
    await server.ready()
    const stored = filesIn(data, name)
    expect(stored).toHaveLength(1)
    expect(readFileSync(join(data, stored[0]!))).toEqual(bytes)
    const meaning = {
      'callboard.sqlite':
        'a new one is made, so everybody has to sign in again and starts without preferences',
      'reference.sqlite': 'sample data are made anew',
    }[name]
    expect(server.output.stderr).toBe(
      `${name} in DATA_DIR is damaged. It is kept as ${stored[0]}; ${meaning}.\n`,
    )
    const before = await server.send('/api/v2/objs/', { cookie })
    expect(before.status).toBe(name === 'callboard.sqlite' ? 401 : 200)
    const again = await server.enter(EMAIL, PASSWORD)
    expect((await server.send('/api/v2/objs/', { cookie: again })).status).toBe(200)
  })

  test.concurrent('that is damaged again is kept beside the first', async () => {
    const name = 'callboard.sqlite'
    const { data, file } = spoilt(name, () => Buffer.from('first'.repeat(1_000)))
    const env = { DATA_DIR: data, SAMPLE_CONTACTS: '1000' }
    await using first = await startProcess(env)
    await first.ready()
    await first.signal('SIGTERM')
    writeFileSync(file, 'second'.repeat(1_000))
    await using second = await startProcess(env)
    await second.ready()
    const stored = filesIn(data, name).map((entry) => readFileSync(join(data, entry), 'utf8').slice(0, 5))
    expect(stored).toEqual(['first', 'secon'])
  })

  test.concurrent.each(['callboard.sqlite', 'reference.sqlite'])(
    '%s of a newer version stops the start and stays as it is',
    async (name) => {
      const { data, file } = spoilt(name, (bytes) => bytes)
      const database = new DatabaseSync(file)
      database.exec("insert into kysely_migration values ('9999-later', '2030-01-01')")
      database.close()
      const bytes = readFileSync(file)
      expect(await failing({ DATA_DIR: data })).toEqual(
        refused(`${name} in DATA_DIR was written by a newer version of Callboard`),
      )
      expect(readFileSync(file)).toEqual(bytes)
      expect(filesIn(data, name)).toEqual([])
    },
  )

  test.concurrent('that is a folder stops the start', async () => {
    const data = folder()
    cpSync(sound, join(data, 'callboard.sqlite'), { recursive: true })
    expect(
      await failing({ DATA_DIR: data, API_BASE_URL: 'http://127.0.0.1:9', SESSION_SECRET: SECRET }),
    ).toEqual(refused('callboard.sqlite in DATA_DIR cannot be read or written'))
  })
})
