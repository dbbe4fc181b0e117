import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '#/server/config/variables.ts'
import { isSound, NewerDatabase, troubleOf } from './database.ts'

const NEEDED_BYTES = 256 * 1024

const tryToWrite = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Permissions do not reveal a read-only or full disk, so write.
  const check = mkdtempSync(join(folder, '.check-'))
  try {
    writeFileSync(join(check, 'room'), randomBytes(NEEDED_BYTES))
  } finally {
    rmSync(check, { recursive: true })
  }
}

const FILE = 'reserve'
const BYTES = 2 * 1024 * 1024

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/**
 * Reserved space that is released when the disk is full: SQLite can't even read without some, and a server
 * that still reads and reports is better than none.
 */
const createReserve = (folder: string, write: typeof writeFileSync = writeFileSync) => {
  const file = join(folder, FILE)
  const isReserved = () => statSync(file, { throwIfNoEntry: false })?.size === BYTES
  const free = () => rmSync(file, { force: true })
  return {
    free,
    take: (): boolean => {
      if (isReserved()) return true
      try {
        // Random: some file systems do not store zeros.
        write(file, randomBytes(BYTES), { mode: 0o600 })
        return true
      } catch {
        free()
        return false
      }
    },
  }
}

type Reserve = ReturnType<typeof createReserve>

/**
 * Creates DATA_DIR. On a full disk it releases an earlier start's reserve, so that data can be read.
 * @returns the reserve, to be taken once everything is open
 * @throws ConfigError when it is not writable
 */
export const openDataFolder = (folder: string): Reserve => {
  const reserve = createReserve(folder)
  try {
    tryToWrite(folder)
    return reserve
  } catch (cause) {
    if (!isFull(cause)) throw new ConfigError('DATA_DIR cannot be written', { cause })
  }
  reserve.free()
  try {
    tryToWrite(folder)
  } catch (cause) {
    throw new ConfigError('DATA_DIR cannot be written: the disk is full', { cause })
  }
  console.error('The disk of DATA_DIR is full: Callboard starts, and saves nothing until there is room.')
  return reserve
}

const OWNER_ONLY = 0o600
/** SQLite's companion files, moved first: an interrupted move keeps the database in place. */
const COMPANIONS = ['-wal', '-shm']

/** Contains personal data and keys. SQLite's companion files inherit the permissions. */
const closeToOthers = (file: string) => {
  try {
    closeSync(openSync(file, 'a', OWNER_ONLY))
    // Files of earlier versions may be readable by all.
    for (const suffix of ['', ...COMPANIONS])
      if (existsSync(file + suffix)) chmodSync(file + suffix, OWNER_ONLY)
  } catch {
    // SQLite reports unreadable files; some file systems have no permissions.
  }
}

const REASON = {
  damaged: 'is damaged',
  locked: 'is locked by another program',
  full: 'cannot be written: the disk is full',
  inaccessible: 'cannot be read or written',
} as const

const LOCK_FILE = 'start-lock'
const POLL_MS = 100
const MAX_POLLS = 6_000

/**
 * Lets one server at a time create or migrate tables. SQLite's lock on an empty file ends with its process.
 * @returns releases it
 * @throws ConfigError after ten minutes
 */
export const startAlone = async (folder: string): Promise<() => void> => {
  const file = join(folder, LOCK_FILE)
  closeToOthers(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return () => lock.close()
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble === null) throw error
      if (trouble !== 'locked')
        throw new ConfigError(`${LOCK_FILE} in DATA_DIR ${REASON[trouble]}`, { cause: error })
      await wait(POLL_MS)
    }
  }
  throw new ConfigError('another server is starting on DATA_DIR and does not end')
}

/** Renames a damaged database, so that an operator can try to recover it. */
const setAside = (folder: string, name: string): string => {
  const backupName = `${name}.damaged-${new Date().toISOString().replace(/[-:.]/g, '')}`
  for (const suffix of [...COMPANIONS, ''])
    if (existsSync(join(folder, name + suffix)))
      renameSync(join(folder, name + suffix), join(folder, backupName + suffix))
  return backupName
}

/** Deletes a closed database file of DATA_DIR, the database first: companions alone are harmless. */
export const deleteDatabaseFile = (folder: string, name: string) => {
  for (const suffix of ['', ...COMPANIONS]) rmSync(join(folder, name + suffix), { force: true })
}

/**
 * Opens a database file of DATA_DIR with owner-only permissions. A damaged one is set aside and replaced; a
 * locked, unreadable or newer one stays.
 * @param begin describes what a new file means to people
 * @throws ConfigError
 */
export const openDatabaseFile = async <T>(
  folder: string,
  name: string,
  open: (file: string) => Promise<T>,
  begin: string,
): Promise<T> => {
  const file = join(folder, name)
  try {
    closeToOthers(file)
    if (!isSound(file))
      console.error(`${name} in DATA_DIR is damaged. It is kept as ${setAside(folder, name)}; ${begin}.`)
    closeToOthers(file)
    return await open(file)
  } catch (cause) {
    const trouble = troubleOf(cause)
    if (trouble) throw new ConfigError(`${name} in DATA_DIR ${REASON[trouble]}`, { cause })
    if (cause instanceof NewerDatabase)
      throw new ConfigError(`${name} in DATA_DIR was written by a newer version of Callboard`, { cause })
    throw cause
  }
}
