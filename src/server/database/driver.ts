import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { isInMemory, untilReadersDone } from './in-memory.ts'
import { startThread, StatementError, type Thread } from './thread-calls.ts'

/** One statement waits this long in its thread for another process that is writing; then it lets others go first. */
const BUSY_MS = 250
const RETRY_MS = 50
/** BUSY and LOCKED. */
const isBusy = (error: unknown) =>
  error instanceof StatementError && error.errcode !== null && [5, 6].includes(error.errcode & 0xff)

/** By default kysely lets one question wait for the other. */
class TwoConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** One after the other, in the order of asking. */
const createTurns = (untilReadersDone: () => Promise<void>) => {
  let last = Promise.resolve()
  return (): Promise<() => void> => {
    const turn = Promise.withResolvers<void>()
    const before = last
    last = before.then(() => turn.promise)
    return before.then(untilReadersDone).then(() => turn.resolve)
  }
}

/**
 * SQLite in two threads: one connection reads, one writes. Reading a file never waits for a write, whoever is writing; a
 * write waits for other processes outside of its thread too, up to `timeoutMs` in all.
 * @param module exports the `procedures` that the writing thread can be told to do; null: none
 */
export const threadedSqlite = (file: string, timeoutMs: number, module: URL | null = null): Dialect => {
  let reader: Thread
  let writer: Thread
  const turnToWrite = createTurns(() => untilReadersDone(file))
  const inTransaction = new WeakMap<DatabaseConnection, () => void>()

  const patiently = async (thread: Thread, sql: string, parameters: readonly unknown[], end: number) => {
    for (;;)
      try {
        return await thread.run({ sql, parameters })
      } catch (error) {
        if (!isBusy(error) || performance.now() >= end) throw error
        await pause(RETRY_MS)
      }
  }

  const write = async (sql: string, parameters: readonly unknown[]) => {
    const end = performance.now() + timeoutMs
    const done = await turnToWrite()
    try {
      return await patiently(writer, sql, parameters, end)
    } finally {
      done()
    }
  }

  /** In memory it waits for who writes. */
  const read = (sql: string, parameters: readonly unknown[]) =>
    patiently(reader, sql, parameters, performance.now() + timeoutMs)

  const isRead = ({ query, sql }: CompiledQuery) =>
    SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

  const connect = (): DatabaseConnection => {
    const connection: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        const { sql, parameters } = query
        const answer = inTransaction.has(connection)
          ? await writer.run({ sql, parameters })
          : isRead(query)
            ? await read(sql, parameters)
            : await write(sql, parameters)
        const { rows = [], changes, lastInsertRowid } = answer
        return {
          rows: rows as R[],
          ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
          ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
        }
      },
      streamQuery: () => {
        throw new Error('rows are not streamed out of the thread')
      },
    }
    return connection
  }

  const endTransaction = async (connection: DatabaseConnection, sql: 'commit' | 'rollback') => {
    const release = () => {
      inTransaction.get(connection)?.()
      inTransaction.delete(connection)
    }
    if (sql === 'commit') {
      // One that fails is rolled back next. In memory it waits for who reads.
      await patiently(writer, sql, [], performance.now() + timeoutMs)
      release()
    } else
      // A full disk has rolled it back already: what is told is why, not that there is nothing left to roll back.
      await writer
        .run({ sql, parameters: [] })
        .catch((error: unknown) => {
          if (!(error instanceof StatementError && error.message.includes('no transaction is active')))
            throw error
        })
        .finally(release)
  }

  const driver: Driver = {
    init: async () => {
      const start = (isReader: boolean, procedures: URL | null) =>
        startThread(new URL('./thread.ts', import.meta.url), {
          file,
          timeoutMs,
          // In memory it is let in, and nobody else needs its thread.
          busyMs: isReader && isInMemory(file) ? timeoutMs : BUSY_MS,
          isReader,
          module: procedures?.href ?? null,
        })
      writer = await start(false, module)
      reader = await start(true, null)
    },
    acquireConnection: async () => connect(),
    beginTransaction: async (connection) => {
      const end = performance.now() + timeoutMs
      const done = await turnToWrite()
      try {
        // At once the only writer: one that reads first could not become it any more while another process writes.
        await patiently(writer, 'begin immediate', [], end)
        inTransaction.set(connection, done)
      } catch (error) {
        done()
        throw error
      }
    },
    commitTransaction: (connection) => endTransaction(connection, 'commit'),
    rollbackTransaction: (connection) => endTransaction(connection, 'rollback'),
    releaseConnection: async () => undefined,
    destroy: async () => {
      // One after the other: SQLite tidies its log away with the last connection, and two that close at once both take the other for it.
      await reader.close()
      await writer.close()
    },
  }
  return {
    createAdapter: () => new TwoConnections(),
    createDriver: () => driver,
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}
