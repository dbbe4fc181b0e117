import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { ensureInstalled } from './tools/apt.ts'

/** PostgreSQL refuses to run as root. */
const ACCOUNT = 'postgres'

/** The newest of Debian's, one that is found by its name, or that of POSTGRES_PATH. */
const find = (): string | undefined => {
  const version = (path: string) => Number(/(\d+)\/bin$/.exec(path)?.[1])
  const folders = [
    process.env['POSTGRES_PATH'] ?? '',
    ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => version(b) - version(a)),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
}

/** @throws Error with instructions */
export const ensurePostgres = (): string =>
  ensureInstalled(
    { name: 'PostgreSQL', debian: 'postgresql', orSet: 'POSTGRES_PATH to its folder of programs' },
    find,
  )

const idOf = (what: '-u' | '-g') => Number(execFileSync('id', [what, ACCOUNT], { encoding: 'utf8' }))
const whoRuns = () => (process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const program = (folder: string, name: string, args: readonly string[]) => {
  const { status, stderr, stdout } = spawnSync(join(ensurePostgres(), name), args, {
    cwd: folder,
    encoding: 'utf8',
    // Detached: must not hold our pipes.
    stdio: name === 'pg_ctl' ? 'ignore' : 'pipe',
    ...whoRuns(),
  })
  if (status === 0) return
  const log = join(folder, 'log')
  throw new Error(
    `${name}: ${stdout ?? ''}${stderr ?? ''}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`,
  )
}

/** Durability off. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '32MB',
}

export interface TestPostgres {
  /** Of its administrator, without a database. */
  readonly url: string
  readonly port: number
  readonly folder: string
}

/**
 * Starts a PostgreSQL of its own: with a folder, a port, and the order of letters of a language, which is what databases
 * of companies have. Every user of this machine may connect.
 * @param folder its own, below one that all users may enter
 * @param tls files of a key and a certificate, for clients that ask for TLS; null: no TLS
 */
export const startPostgres = async (
  folder: string,
  tls: { readonly key: string; readonly certificate: string } | null = null,
): Promise<TestPostgres> => {
  mkdirSync(folder, { recursive: true })
  const { uid, gid } = whoRuns()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const data = join(folder, 'data')
  program(folder, 'initdb', [
    `--pgdata=${data}`,
    `--username=${ACCOUNT}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
  ])
  const port = await freePort()
  for (const [from, name] of tls === null
    ? []
    : [[tls.key, 'server.key'] as const, [tls.certificate, 'server.crt'] as const]) {
    copyFileSync(from, join(data, name))
    chmodSync(join(data, name), 0o600)
    if (uid !== undefined && gid !== undefined) chownSync(join(data, name), uid, gid)
  }
  const settings = { ...SETTINGS, port, ssl: tls === null ? 'off' : 'on' }
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  const started = { url: `postgres://${ACCOUNT}@127.0.0.1:${port}`, port, folder }
  restartPostgres(started, 'start')
  return started
}

export const restartPostgres = (
  { folder }: Pick<TestPostgres, 'folder'>,
  how: 'start' | 'restart' = 'restart',
) =>
  program(folder, 'pg_ctl', [how, '-D', join(folder, 'data'), '-l', join(folder, 'log'), '-w', '-m', 'fast'])

/** @param mode `immediate`: as if killed; `fast`: closes connections */
export const stopPostgres = ({ folder }: Pick<TestPostgres, 'folder'>, mode: 'fast' | 'immediate' = 'fast') =>
  program(folder, 'pg_ctl', ['stop', '-D', join(folder, 'data'), '-m', mode, '-w'])

export const removePostgres = (postgres: Pick<TestPostgres, 'folder'>): void => {
  if (existsSync(join(postgres.folder, 'data/postmaster.pid'))) stopPostgres(postgres, 'immediate')
  rmSync(postgres.folder, { recursive: true, force: true })
}
