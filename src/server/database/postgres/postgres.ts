import {
  CompiledQuery,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  QueryNode,
  RawNode,
  replaceWithNoncontingentExpression,
  SelectQueryNode,
  sql,
  ValueNode,
  ColumnDefinitionNode,
  CreateTableNode,
  GeneratedNode,
  PostgresQueryCompiler,
  type Dialect,
  type KyselyPlugin,
  type PostgresPool,
  type PostgresPoolClient,
  type TransactionSettings,
  type ColumnDataType,
} from 'kysely'
import pg from 'pg'

const LOCK_MS = 5_000
const CONNECT_MS = 5_000
/** Timeout of a statement; the connection's own is slightly longer. */
const STATEMENT_MS = 60_000
const ANSWER_MS = STATEMENT_MS + 5_000
/** Rebuilding an index takes as long as it is large; its statement sets this timeout. */
const REBUILD_MS = 24 * 60 * 60_000
const REBUILD = /^\s*(reindex|drop index) /i
/** Ends transactions of vanished servers, to release their locks. */
const FORSAKEN_MS = 60_000
const IDLE_MS = 60_000

export interface PostgresAddress {
  readonly url: string
  readonly schema: string
  readonly connections: number
  readonly idleMs?: number
}

/** Parses counts and sums, which the driver returns as strings. */
const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Error('a number is too large')
  return value
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 || type === pg.types.builtins.NUMERIC
      ? wholeNumber
      : pg.types.getTypeParser(type, format),
}

/** SQLite's result codes, which `troubleOf` understands. */
const [DAMAGED, LOCKED, INACCESSIBLE, FULL] = [11, 5, 10, 13]

const TROUBLE: readonly (readonly [RegExp, number])[] = [
  [/^53100$/, FULL],
  // Lock or statement timeout, deadlock, serialization failure.
  [/^(55P03|57014|40P01|40001)$/, LOCKED],
  [/^XX00[12]$/, DAMAGED],
  // Connection errors, limits, shutdown, read-only, missing privileges, I/O.
  [/^(08|53|57P|58|28|25006|42501|3D000)/, INACCESSIBLE],
]

/** Messages of the driver itself, which have no code: lost, missing or silent connections. */
const OF_CONNECTIONS =
  /^(Connection terminated|Client has encountered|Client was closed|timeout exceeded|Query read timeout|Connection ended|The server does not support SSL)/

const resultCode = (error: Error): number | null => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) return TROUBLE.find(([test]) => test.test(code))?.[1] ?? null
  return 'syscall' in error || OF_CONNECTIONS.test(error.message) ? INACCESSIBLE : null
}

const withTrouble = (error: unknown): unknown => {
  const code = error instanceof Error ? resultCode(error) : null
  return code === null ? error : Object.assign(error as Error, { errcode: code })
}

/** PostgreSQL's text rejects NUL, SQLite's does not. */
export const withoutNul = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

/**
 * A connection for kysely with our error codes. A failed one is discarded at once: the pool would notice only
 * after handing it out again.
 */
const clientOf = (client: pg.PoolClient): PostgresPoolClient => {
  let isCut = false
  return {
    query: (async (text: string, parameters: readonly unknown[]) => {
      try {
        const query: pg.QueryConfig & Pick<pg.ClientConfig, 'query_timeout'> = {
          text,
          values: parameters.map(withoutNul),
          ...(REBUILD.test(text) && { query_timeout: REBUILD_MS }),
        }
        return await client.query(query)
      } catch (error) {
        isCut ||= error instanceof Error && resultCode(error) === INACCESSIBLE
        throw withTrouble(error)
      }
    }) as unknown as PostgresPoolClient['query'],
    release: (discard = false) => client.release(discard || isCut),
  }
}

/** @param settings of every connection, in addition to the address's */
export const connectionOf = (url: string, settings: readonly string[] = []): pg.ClientConfig => {
  const address = new URL(url)
  const options = [address.searchParams.get('options'), ...settings.map((one) => `-c ${one}`)]
  address.searchParams.set('options', options.filter(Boolean).join(' '))
  return {
    connectionString: address.href,
    application_name: 'callboard',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types,
  }
}

/** Connections open on demand and are replaced when lost. */
export const openPool = (
  { url, schema, connections, idleMs = IDLE_MS }: PostgresAddress,
  isReader: boolean,
): PostgresPool => {
  const pool = new pg.Pool({
    ...connectionOf(url, [
      `search_path=${schema}`,
      // Many concurrent queries: a parallel plan doubles the CPU time (bench:scale).
      'max_parallel_workers_per_gather=0',
      ...(isReader ? ['default_transaction_read_only=on'] : []),
    ]),
    max: connections,
    types,
    idleTimeoutMillis: idleMs,
    lock_timeout: LOCK_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: FORSAKEN_MS,
  })
  // Without a listener a lost connection would end the process. The next query gets an error or another connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: {},
    connect: async () => {
      try {
        const client = await pool.connect()
        const known = clients.get(client) ?? clientOf(client)
        clients.set(client, known)
        return known
      } catch (error) {
        throw withTrouble(error)
      }
    },
    end: () => pool.end(),
  }
}

/** Serialises writing transactions across servers, as in SQLite. */
class OneWriter extends PostgresDriver {
  override async beginTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    try {
      await connection.executeQuery(
        CompiledQuery.raw('select pg_advisory_xact_lock(hashtext(current_schema()))'),
      )
    } catch (error) {
      await super.rollbackTransaction(connection).catch(() => undefined)
      throw error
    }
  }
}

/** Limits introspection to our schema: others may have thousands of tables. */
const onlyOf = (schema: string): KyselyPlugin => ({
  transformQuery: ({ node }) =>
    SelectQueryNode.is(node)
      ? QueryNode.cloneWithWhere(node, RawNode.create(['ns.nspname = ', ''], [ValueNode.create(schema)]))
      : node,
  transformResult: async ({ result }) => result,
})

/* Translates migrations written for SQLite to PostgreSQL's types. */

/** As SQLite's 64-bit integers: a too long number finds nothing instead of failing. */
const TYPE: Readonly<Record<string, ColumnDataType | 'bytea'>> = { integer: 'bigint', blob: 'bytea' }

/** Compares bytes, independent of the database's locale. */
const BY_BYTES = RawNode.createWithSql('collate "C"')

const isWithoutRowid = (node: unknown) =>
  RawNode.is(node as RawNode) && (node as RawNode).sqlFragments.join('') === 'without rowid'

const columnOf = (node: ColumnDefinitionNode): ColumnDefinitionNode => {
  const type = 'dataType' in node.dataType ? node.dataType.dataType : null
  if (typeof type !== 'string') return node
  const { autoIncrement, ...column } = node
  return {
    ...column,
    ...(type in TYPE && { dataType: { ...node.dataType, dataType: TYPE[type] } as never }),
    ...(type === 'text' && { frontModifiers: [BY_BYTES, ...(node.frontModifiers ?? [])] }),
    // SQLite's `integer primary key` generates numbers.
    ...(type === 'integer' &&
      (autoIncrement || node.primaryKey) && {
        generated: GeneratedNode.create({ identity: true, byDefault: true }),
      }),
  }
}

class PortableCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    super.visitColumnDefinition(columnOf(node))
  }

  protected override visitCreateTable(node: CreateTableNode): void {
    const endModifiers = node.endModifiers?.filter((modifier) => !isWithoutRowid(modifier))
    super.visitCreateTable({ ...node, ...(endModifiers && { endModifiers }) })
  }
}

/**
 * Queries over an existing schema.
 * @param isReader read-only
 * @param oneWriter false: transactions take their own locks
 */
export const openPostgres = <Tables>(
  address: PostgresAddress,
  {
    isReader = false,
    pool = openPool(address, isReader),
    oneWriter = true,
  }: { isReader?: boolean; pool?: PostgresPool; oneWriter?: boolean } = {},
): Kysely<Tables> => {
  const { schema } = address
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (database) => new PostgresIntrospector(database.withPlugin(onlyOf(schema))),
    createQueryCompiler: () => new PortableCompiler(),
    createDriver: () => (oneWriter ? new OneWriter({ pool }) : new PostgresDriver({ pool })),
  }
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]
  return new Kysely<Tables>({ dialect, plugins })
}

/**
 * Creates a missing schema.
 * @throws the driver's error
 */
export const makeSchema = async <Tables>(database: Kysely<Tables>, schema: string): Promise<void> => {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(database)
  // Only if missing: the role may lack the privilege.
  if (rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(database)
}
