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
import { startThread, type Thread } from '#/server/threads/start-thread.ts'
import type { StatementAnswer } from './thread-procedures.ts'

/** How long a statement waits for another process in its thread, before others get their turn. */
const BUSY_MS = 250
const RETRY_MS = 50
const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff)

/** kysely serialises queries by default. */
class TwoConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

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
 * SQLite in two threads, one connection for reads and one for writes. Reads never wait for writes; writes
 * wait for other processes outside of the thread, up to `timeoutMs` in all.
 * @param module exports the writing thread's `procedures`, or null
 */
export const threadedSqlite = (file: string, timeoutMs: number, module: URL | null = null): Dialect => {
  let reader: Thread
  let writer: Thread
  const turnToWrite = createTurns(() => untilReadersDone(file))
  const inTransaction = new WeakMap<DatabaseConnection, () => void>()

  const withRetry = async (thread: Thread, sql: string, parameters: readonly unknown[], end: number) => {
    for (;;)
      try {
        return await thread.ask<StatementAnswer>({ sql, parameters })
      } catch (error) {
        if (!isBusy(error) || performance.now() >= end) throw error
        await pause(RETRY_MS)
      }
  }

  const write = async (sql: string, parameters: readonly unknown[]) => {
    const end = performance.now() + timeoutMs
    const done = await turnToWrite()
    try {
      return await withRetry(writer, sql, parameters, end)
    } finally {
      done()
    }
  }

  /** In memory, reads wait for writes. */
  const read = (sql: string, parameters: readonly unknown[]) =>
    withRetry(reader, sql, parameters, performance.now() + timeoutMs)

  const isRead = ({ query, sql }: CompiledQuery) =>
    SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

  const connect = (): DatabaseConnection => {
    const connection: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        const { sql, parameters } = query
        const answer = inTransaction.has(connection)
          ? await writer.ask<StatementAnswer>({ sql, parameters })
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
      // A failed one is rolled back next. In memory, writes wait for reads.
      await withRetry(writer, sql, [], performance.now() + timeoutMs)
      release()
    } else
      // SQLite has already rolled back on a full disk: keep the original error.
      await writer
        .ask({ sql, parameters: [] })
        .catch((error: unknown) => {
          if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error
        })
        .finally(release)
  }

  const driver: Driver = {
    init: async () => {
      const start = async (isReader: boolean, procedures: URL | null) => {
        const thread = startThread(new URL('./thread.ts', import.meta.url), {
          data: {
            file,
            timeoutMs,
            // In memory it has priority, and its thread is free.
            busyMs: isReader && isInMemory(file) ? timeoutMs : BUSY_MS,
            isReader,
            module: procedures?.href ?? null,
          },
        })
        try {
          await thread.ask({ sql: 'select 1', parameters: [] })
          return thread
        } catch (error) {
          await thread.close()
          throw error
        }
      }
      writer = await start(false, module)
      reader = await start(true, null)
    },
    acquireConnection: async () => connect(),
    beginTransaction: async (connection) => {
      const end = performance.now() + timeoutMs
      const done = await turnToWrite()
      try {
        // Immediate: a transaction that reads first could not upgrade while another process writes.
        await withRetry(writer, 'begin immediate', [], end)
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
      // In sequence: SQLite removes its log with the last connection, which concurrent closes miss.
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
