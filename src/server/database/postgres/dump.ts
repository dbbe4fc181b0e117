import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'

/** Sample data are made again, and builds are what a server has with it. */
const LEFT_OUT = ['--exclude-schema=callboard_reference', '--exclude-table-data=callboard.kept_build*']

/** @throws Error that says what to do */
const dump = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const child = spawn('pg_dump', args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error((await said).trim())
}

/**
 * A copy of our tables as of one moment, its owner's only, by PostgreSQL's own pg_dump, while servers go on; pg_restore
 * reads it.
 * @throws when the target is there already, pg_dump is not, or it says that it cannot
 */
export const dumpDatabase = async (url: string, target: string): Promise<void> => {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  // Arguments are everybody's to read.
  address.password = ''
  closeSync(openSync(target, 'wx', 0o600))
  try {
    await dump(
      [`--dbname=${address.href}`, '--format=custom', `--file=${target}`, '--schema=callboard*', ...LEFT_OUT],
      {
        ...(password !== '' && { PGPASSWORD: password }),
        // As the servers do it, where the address names no authority.
        ...(address.searchParams.get('sslmode') === 'verify-full' && { PGSSLROOTCERT: 'system' }),
      },
    )
  } catch (error) {
    rmSync(target, { force: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('pg_dump is not in PATH: install the client of PostgreSQL, as new as its server', {
        cause: error,
      })
    throw error
  }
}
