import { randomBytes } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'reserve'
/** What SQLite needs beside its databases to open them, several times. */
const BYTES = 2 * 1024 * 1024

export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/**
 * Room in DATA_DIR that is given up when the disk is full: databases cannot even be read without a little of it, and a
 * server that starts, reads and says so is worth more than one that ends.
 */
export const createReserve = (folder: string, write: typeof writeFileSync = writeFileSync) => {
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

export type Reserve = ReturnType<typeof createReserve>
