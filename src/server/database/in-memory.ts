import { randomUUID } from 'node:crypto'

/*
 * SQLite's own file system in memory (`memdb`): threads of one process share a database by its name, as processes share a
 * file. There is no write-ahead log: who reads waits for who writes, and it holds 1 GiB at most.
 */
const IN_MEMORY = /^file:\/.+\?vfs=memdb$/

/** Of a database in the memory of this process, gone with its last connection. */
export const memoryAddress = (): string => `file:/callboard-${randomUUID()}?vfs=memdb`
export const isInMemory = (file: string): boolean => IN_MEMORY.test(file)

/** Nothing of it comes to the disk, what sorting needs neither, and what was deleted is overwritten. */
export const MEMORY_PRAGMAS = 'PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON'
