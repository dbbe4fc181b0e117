import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../../../../scripts/postgres.ts'

const POLL_MS = 50

/**
 * One PostgreSQL for all processes of a test run.
 * @returns its address without a database
 */
const sharedPostgres = async (): Promise<string> => {
  const folder = process.env['TEST_POSTGRES']
  if (folder === undefined) throw new Error('PostgreSQL is for tests of the server only (vitest.config.ts)')
  const urlFile = join(folder, 'url')
  try {
    mkdirSync(folder)
  } catch {
    while (!existsSync(urlFile)) await wait(POLL_MS)
    const shared = readFileSync(urlFile, 'utf8')
    if (shared === '')
      throw new Error('PostgreSQL could not be started: the first test that needs it says why')
    return shared
  }
  const publish = (text: string) => {
    // Renamed when complete, since others read it at once.
    writeFileSync(`${urlFile}.new`, text)
    renameSync(`${urlFile}.new`, urlFile)
  }
  try {
    const { url } = await startPostgres(folder)
    publish(url)
    return url
  } catch (error) {
    publish('')
    throw error
  }
}

export const queryPostgres = async (
  url: string,
  sql: string,
): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Creates an empty database.
 * @returns its address
 */
export const newPostgresDatabase = async (): Promise<string> => {
  const server = await sharedPostgres()
  const name = `test_${randomBytes(6).toString('hex')}`
  await queryPostgres(`${server}/postgres`, `create database ${name}`)
  return `${server}/${name}`
}
