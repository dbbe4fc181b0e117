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

/** What the first statements of a start write. */
const NEEDED_BYTES = 256 * 1024

const tryToWrite = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Permissions are not enough to know: a read-only or full disk refuses the write all the same.
  const check = mkdtempSync(join(folder, '.check-'))
  try {
    writeFileSync(join(check, 'room'), randomBytes(NEEDED_BYTES))
  } finally {
    rmSync(check, { recursive: true })
  }
}

const FILE = 'reserve'
/** What SQLite needs beside its databases to open them, several times. */
const BYTES = 2 * 1024 * 1024

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/**
 * Room in DATA_DIR that is given up when the disk is full: databases cannot even be read without a little of it, and a
 * server that starts, reads and says so is worth more than one that ends.
 */
const createReserve = (folder: string, write: typeof writeFileSync = writeFileSync) => {
  const file = join(folder, FILE)
  const isHeld = () => statSync(file, { throwIfNoEntry: false })?.size === BYTES
  const free = () => rmSync(file, { force: true })
  return {
    free,
    /** @returns false: there is no room for it */
    take: (): boolean => {
      if (isHeld()) return true
      try {
        // Random: some file systems store zeros in no room at all.
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
 * Makes DATA_DIR where it is missing. On a full disk the reserve of an earlier start is given up, so that what is there
 * can be read.
 * @returns the reserve, to be taken again once everything is open
 * @throws ConfigError when nothing can be written there
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
/** What SQLite keeps beside a database. Moved first: an interrupted move leaves the database itself to be found again. */
const COMPANIONS = ['-wal', '-shm']

/** Personal data and keys rest here. What SQLite makes beside a database later has the database's own permissions. */
const closeToOthers = (file: string) => {
  try {
    closeSync(openSync(file, 'a', OWNER_ONLY))
    // Those of an earlier version may be open to all.
    for (const suffix of ['', ...COMPANIONS])
      if (existsSync(file + suffix)) chmodSync(file + suffix, OWNER_ONLY)
  } catch {
    // A file that cannot be opened SQLite itself speaks of; some file systems have no permissions to set.
  }
}

const REASON = {
  damaged: 'is damaged',
  locked: 'is locked by another program',
  full: 'cannot be written: the disk is full',
  inaccessible: 'cannot be read or written',
} as const

const LOCK_FILE = 'start-lock'
const LOOK_MS = 100
/** Longer than the largest sample data are made. */
const MOST_LOOKS = 6_000

/**
 * Lets one server at a time start on a folder: two that made or changed the same tables at once would meet half of each
 * other's work. The lock is SQLite's on an empty file, so that it ends with its process, however that ends.
 * @returns what gives it back
 * @throws ConfigError when another server has not given it back for ten minutes
 */
export const startAlone = async (folder: string): Promise<() => void> => {
  const file = join(folder, LOCK_FILE)
  closeToOthers(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return () => lock.close()
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble === null) throw error
      if (trouble !== 'locked')
        throw new ConfigError(`${LOCK_FILE} in DATA_DIR ${REASON[trouble]}`, { cause: error })
      await wait(LOOK_MS)
    }
  }
  throw new ConfigError('another server is starting on DATA_DIR and does not end')
}

/** Moves a damaged database away under a name of its own, so that an operator can still try to recover data from it. */
const setAside = (folder: string, name: string): string => {
  const keptAs = `${name}.damaged-${new Date().toISOString().replace(/[-:.]/g, '')}`
  for (const suffix of [...COMPANIONS, ''])
    if (existsSync(join(folder, name + suffix)))
      renameSync(join(folder, name + suffix), join(folder, keptAs + suffix))
  return keptAs
}

/** Deletes a database file of DATA_DIR that is closed. The file itself goes first: companions without it mean nothing. */
export const deleteKept = (folder: string, name: string) => {
  for (const suffix of ['', ...COMPANIONS]) rmSync(join(folder, name + suffix), { force: true })
}

/**
 * Opens a database file of DATA_DIR, closed to all but its owner. A damaged one is set aside first, so that `open` makes a new one; one that is
 * locked, unreadable or newer stays as it is.
 * @param begin says in a few words what a new file means to people
 * @throws ConfigError
 */
export const openKept = async <T>(
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
