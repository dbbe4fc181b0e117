import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PostgresAddress } from './postgres.ts'
import { startThread, type Thread } from '../thread-calls.ts'

const clientIn = (thread: Thread, client: number): PostgresPoolClient => ({
  query: (async (sql: string, parameters: readonly unknown[]) => {
    const { command, changes, rows = [] } = await thread.run({ client, sql, parameters })
    return { command, rowCount: Number(changes ?? rows.length), rows } as PostgresQueryResult<unknown>
  }) as PostgresPoolClient['query'],
  release: (discard) => {
    // What fails here has failed already: the connection, or the thread.
    void thread.run({ client, sql: 'release', parameters: [discard === true] }).catch(() => undefined)
  },
})

/** As `openPool`, its connections in a thread that does the procedures of a module. */
export const poolInThread = (address: PostgresAddress, procedures: URL): PostgresPool => {
  let thread: Promise<Thread> | null = null
  const started = () => {
    thread ??= startThread(new URL('./thread.ts', import.meta.url), {
      address,
      module: procedures.href,
    })
    return thread
  }
  return {
    options: {},
    connect: async () => {
      const { rows: [client] = [] } = await (await started()).run({ sql: 'connect', parameters: [] })
      return clientIn(await started(), Number(client))
    },
    end: async () => (await thread)?.close(),
  }
}
