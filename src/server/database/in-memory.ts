import { randomUUID } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/*
 * SQLite's own file system in memory (`memdb`): threads of one process share a database by its name, as processes share a
 * file. There is no write-ahead log: who reads waits for who writes, and it holds 1 GiB at most. SQLite keeps no queue: who
 * waits looks again every 100 ms, and would find no moment between writes that follow each other. So who writes next lets
 * those in who want to read.
 */
const IN_MEMORY = /^file:\/.+\?vfs=memdb$/

/** Of a database in the memory of this process, gone with its last connection. */
export const memoryAddress = (): string => {
  const address = `file:/callboard-${randomUUID()}?vfs=memdb`
  // Every thread that is started from now on shares it.
  setEnvironmentData(address, new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)))
  return address
}
export const isInMemory = (file: string): boolean => IN_MEMORY.test(file)

/** Nothing of it comes to the disk, what sorting needs neither, and what was deleted is overwritten. */
export const MEMORY_PRAGMAS = 'PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON'

/** How many want to read; null for a file. */
const readersOf = (file: string) => {
  const readers = isInMemory(file) ? getEnvironmentData(file) : null
  return readers instanceof Int32Array ? readers : null
}

export type LetIn = <T>(read: () => T) => T

/** What is read through it is let in before the next write. */
export const lettingIn = (file: string): LetIn => {
  const readers = readersOf(file)
  if (readers === null) return (read) => read()
  return (read) => {
    Atomics.add(readers, 0, 1)
    try {
      return read()
    } finally {
      Atomics.sub(readers, 0, 1)
      Atomics.notify(readers, 0)
    }
  }
}

/** Readers one after the other, for whom a write waits no longer. */
const MOST_ROOM_MS = 500

/** @returns once all have read who wanted to, or enough of them */
export const untilReadersDone = async (file: string): Promise<void> => {
  const readers = readersOf(file)
  if (readers === null) return
  const end = performance.now() + MOST_ROOM_MS
  for (;;) {
    const count = Atomics.load(readers, 0)
    const left = end - performance.now()
    if (count === 0 || left <= 0) return
    await Atomics.waitAsync(readers, 0, count, left).value
  }
}
