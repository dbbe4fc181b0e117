import type { Kysely, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { ConfigError } from '#/server/config/variables.ts'
import { NewerDatabase } from '#/server/database/database.ts'
import { orClosed, type Databases, type OpenOptions, type StoreName } from '#/server/database/databases.ts'
import { newsOn } from './news.ts'
import { connectionOf, makeSchema, openPostgres, type PostgresAddress } from './postgres.ts'
import type { StatementAnswer } from '#/server/database/thread-procedures.ts'
import { startThread, type Thread } from '#/server/threads/start-thread.ts'

const clientIn = (thread: Thread, client: number): PostgresPoolClient => ({
  query: (async (sql: string, parameters: readonly unknown[]) => {
    const { command, changes, rows = [] } = await thread.ask<StatementAnswer>({ client, sql, parameters })
    return { command, rowCount: Number(changes ?? rows.length), rows } as PostgresQueryResult<unknown>
  }) as PostgresPoolClient['query'],
  release: (discard) => {
    // A failed connection or thread has already been reported.
    void thread.ask({ client, sql: 'release', parameters: [discard === true] }).catch(() => undefined)
  },
})

/** As `openPool`, with connections in a thread that runs a module's procedures. */
const poolInThread = (address: PostgresAddress, procedures: URL): PostgresPool => {
  let thread: Thread | null = null
  return {
    options: {},
    connect: async () => {
      thread ??= startThread(new URL('./thread.ts', import.meta.url), {
        data: { address, module: procedures.href },
      })
      const of = thread
      const { rows: [client] = [] } = await of.ask<StatementAnswer>({ sql: 'connect', parameters: [] })
      return clientIn(of, Number(client))
    },
    end: async () => thread?.close(),
  }
}

/** Oldest tested version. */
const LEAST_VERSION = 150_000
const START_MS = 10 * 60_000

const schemaOf = (name: StoreName): string => (name === 'callboard' ? name : `callboard_${name}`)

const FEW = 2

const CANNOT = 'PostgreSQL of DATABASE_URL'
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^(28P01|28000)$/, 'does not accept its user or password'],
  [/^3D000$/, 'has no database of its name'],
  [/^42501$/, 'does not let its user make tables: grant create on the database'],
  [/^53300$/, 'has no connection left'],
  [/^57P03$/, 'is starting or stopping'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'cannot be reached: there is no such host'],
  [/^ECONNREFUSED$/, 'cannot be reached: nothing listens there'],
  [/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO/, 'is not trusted: see sslmode and sslrootcert in docs/deploy.md'],
  [/does not support SSL/, 'has no TLS: see sslmode in docs/deploy.md'],
  [/^(E[A-Z]+|08...|57P01|57P02)$|^(Connection terminated|timeout)/, 'cannot be reached'],
]

/** One line for errors that the operator can fix; null: a defect. */
const refusal = (error: unknown): ConfigError | null => {
  if (!(error instanceof Error)) return null
  if (error instanceof NewerDatabase)
    return new ConfigError(`${CANNOT} was used by a newer version of Callboard`, { cause: error })
  const message = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  const [, reason] = REFUSED.find(([test]) => test.test(message) || test.test(error.message)) ?? []
  return reason === undefined ? null : new ConfigError(`${CANNOT} ${reason}`, { cause: error })
}

const orRefuse = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw refusal(error) ?? error
  }
}

/** A connection outside of the pools, for start and end. */
const connected = async (url: string, settings: readonly string[] = []): Promise<pg.Client> => {
  const client = new pg.Client(connectionOf(url, settings))
  client.on('error', () => undefined)
  await orRefuse(() => client.connect())
  return client
}

export const databasesOn = (url: string, connections: number): Databases => {
  const address = (name: StoreName, isThread = false): PostgresAddress => ({
    url,
    schema: schemaOf(name),
    connections: name === 'reference' || isThread ? FEW : Math.floor(connections / 2) - FEW,
  })
  return {
    startAlone: async () => {
      const client = await connected(url, [`lock_timeout=${START_MS}`])
      try {
        const { rows } = await client.query<{ version: string; encoding: string }>(
          `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
        )
        if (Number(rows[0]?.version) < LEAST_VERSION)
          throw new ConfigError(`${CANNOT} is older than version 15`)
        if (rows[0]?.encoding !== 'UTF8')
          throw new ConfigError(`${CANNOT} has a database that is not in UTF8`)
        // Released with its connection.
        await client.query(`select pg_advisory_lock(hashtext('callboard starts'))`)
      } catch (error) {
        await client.end()
        if (error instanceof pg.DatabaseError && error.code === '55P03')
          throw new ConfigError('another server is starting on DATABASE_URL and does not end')
        throw error
      }
      return () => void client.end()
    },
    address: (name) => address(name, true),
    open: <Tables, T>(
      name: StoreName,
      { procedures }: OpenOptions,
      work: (database: Kysely<Tables>) => Promise<T>,
    ) =>
      orRefuse(() => {
        const options = procedures && {
          pool: poolInThread(address(name), procedures),
          // Accounts are locked individually (`lockAccounts`).
          oneWriter: false,
        }
        return orClosed(openPostgres<Tables>(address(name), options), async (database) => {
          await makeSchema(database, schemaOf(name))
          return work(database)
        })
      }),
    exists: async (name) => {
      const client = await connected(url)
      const { rows } = await client
        .query('select 1 from pg_namespace where nspname = $1', [schemaOf(name)])
        .finally(() => client.end())
      return rows.length > 0
    },
    news: () => newsOn(url),
    remove: async (name) => {
      const client = await connected(url)
      await client.query(`drop schema if exists ${schemaOf(name)} cascade`).finally(() => client.end())
    },
  }
}
