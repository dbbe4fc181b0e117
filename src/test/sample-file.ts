import { createHash, randomUUID, scryptSync } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReferenceDatabase } from '#/server/reference/api.ts'
import { SAMPLE_NOW } from './clock.ts'
import { makeSampleData, SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'

const CONTACTS = 6_000
const SEED = 20_261_120

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache')

/** Everything the sample data are made from: when any of it changes, they are made again. */
const fingerprint = (): string => {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  const folder = join(ROOT, 'src/server/reference')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of files.filter((name) => /(?<!\.test)\.ts$/.test(name)).toSorted())
    hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Like `hashPassword`, but fast. */
const quickHash = (password: string): string => {
  const salt = Buffer.from('a salt of tests')
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N: 2, r: 1, p: 1 })
  return `$scrypt$ln=1,r=1,p=1$${salt.toString('base64')}$${key.toString('base64')}`
}

const make = async (file: string) => {
  const making = `${file}.${randomUUID()}`
  const database = await openReferenceDatabase(making)
  await makeSampleData(database, { contacts: CONTACTS, seed: SEED, now: SAMPLE_NOW })
  for (const { email, password } of SAMPLE_SIGN_INS)
    await database
      .updateTable('accounts')
      .set({ password_hash: quickHash(password) })
      .where('email', '=', email)
      .execute()
  await database.destroy()
  // Concurrent creation is safe: renamed when complete.
  renameSync(making, file)
}

/**
 * A copy of the sample data at {@link SAMPLE_NOW}, to be written to as a test likes. They are made once and kept in
 * `.cache`. @returns the copy's path, and what deletes it
 */
export const copySample = async (): Promise<{ readonly file: string; readonly remove: () => void }> => {
  const made = join(CACHE, `sample-${fingerprint()}.sqlite`)
  if (!existsSync(made)) {
    mkdirSync(CACHE, { recursive: true })
    await make(made)
  }
  const file = join(tmpdir(), `callboard-test-${randomUUID()}.sqlite`)
  copyFileSync(made, file)
  return {
    file,
    remove: () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    },
  }
}
