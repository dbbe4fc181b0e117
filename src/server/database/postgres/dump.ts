import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'

/** Sample data and builds can be made again. */
const LEFT_OUT = ['--exclude-schema=callboard_reference', '--exclude-table-data=callboard.kept_build*']

const dump = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const child = spawn('pg_dump', args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = text(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error((await errors).trim())
}

/**
 * A consistent copy of our tables by pg_dump, readable by its owner only, while servers run; restored by pg_restore.
 * @throws if the target exists, or pg_dump is missing or fails
 */
export const dumpDatabase = async (url: string, target: string): Promise<void> => {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  // Process arguments are visible to all users.
  address.password = ''
  closeSync(openSync(target, 'wx', 0o600))
  try {
    await dump(
      [`--dbname=${address.href}`, '--format=custom', `--file=${target}`, '--schema=callboard*', ...LEFT_OUT],
      {
        ...(password !== '' && { PGPASSWORD: password }),
        // As the servers do, if the address names no authority.
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
