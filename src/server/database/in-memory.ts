import { randomUUID } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/*
 * SQLite's in-memory file system (`memdb`), shared by the threads of a process by name, up to 1 GiB. It has
 * no WAL, so reads wait for writes, and no queue: a waiting reader polls every 100 ms and could starve
 * between consecutive writes. Therefore each write first lets waiting readers in.
 */
const IN_MEMORY = /^file:\/.+\?vfs=memdb$/

export const memoryAddress = (): string => {
  const address = `file:/callboard-${randomUUID()}?vfs=memdb`
  setEnvironmentData(address, new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)))
  return address
}
export const isInMemory = (file: string): boolean => IN_MEMORY.test(file)

/** Keeps temporary data off the disk, and overwrites deleted data. */
export const MEMORY_PRAGMAS = 'PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON'

const readersOf = (file: string) => {
  const readers = isInMemory(file) ? getEnvironmentData(file) : null
  return readers instanceof Int32Array ? readers : null
}

export type LetIn = <T>(read: () => T) => T

/** Reads through it come before the next write. */
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

const MOST_ROOM_MS = 500

/** Resolves when waiting readers are done, or {@link MOST_ROOM_MS} have passed. */
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
