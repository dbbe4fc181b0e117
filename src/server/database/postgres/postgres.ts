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

/** As long as SQLite waits for another process. */
const LOCK_MS = 5_000
const CONNECT_MS = 5_000
/** A statement ends after this long, whatever it waits for; a connection that no answer comes from, a little later. */
const STATEMENT_MS = 60_000
const ANSWER_MS = STATEMENT_MS + 5_000
/** What makes an index anew takes as long as that is large, and has said so to PostgreSQL itself. */
const REBUILD_MS = 24 * 60 * 60_000
const REBUILD = /^\s*(reindex|drop index) /i
/** A transaction whose server has gone without a word gives its locks back. */
const FORSAKEN_MS = 60_000
const IDLE_MS = 60_000

/** Tables of ours in a PostgreSQL database; plain data, so that a thread can be told. */
export interface PostgresAddress {
  readonly url: string
  /** The folder of tables within the database. */
  readonly schema: string
  /** So many connections at most. */
  readonly connections: number
  /** Idle connections are closed after this long. */
  readonly idleMs?: number
}

/** Counts and sums, which the driver gives as texts, since they might be more than a number holds exactly. */
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

/** Result codes of SQLite, by which the rest of the server knows what an operator can mend (`troubleOf`). */
const [DAMAGED, LOCKED, INACCESSIBLE, FULL] = [11, 5, 10, 13]

/** By SQLSTATE, or its class. */
const TROUBLE: readonly (readonly [RegExp, number])[] = [
  [/^53100$/, FULL],
  // Out of a lock's or a statement's time, deadlock, serialization.
  [/^(55P03|57014|40P01|40001)$/, LOCKED],
  [/^XX00[12]$/, DAMAGED],
  // Connections, too many of them, shut down, read only, an account without the right, input and output.
  [/^(08|53|57P|58|28|25006|42501|3D000)/, INACCESSIBLE],
]

/** What the driver says itself has no code: of connections that were cut, are none, or are silent. */
const OF_CONNECTIONS =
  /^(Connection terminated|Client has encountered|Client was closed|timeout exceeded|Query read timeout|Connection ended|The server does not support SSL)/

const resultCode = (error: Error): number | null => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) return TROUBLE.find(([test]) => test.test(code))?.[1] ?? null
  return 'syscall' in error || OF_CONNECTIONS.test(error.message) ? INACCESSIBLE : null
}

const told = (error: unknown): unknown => {
  const code = error instanceof Error ? resultCode(error) : null
  return code === null ? error : Object.assign(error as Error, { errcode: code })
}

/** PostgreSQL's texts have no NUL, and refuse it; SQLite's do. */
export const withoutNul = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

/**
 * A connection as kysely takes it, whose errors say what the trouble is. One that has failed itself is not used again: the
 * pool hears of its end only after whoever asks next has been given it.
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
        throw told(error)
      }
    }) as unknown as PostgresPoolClient['query'],
    release: (discard = false) => client.release(discard || isCut),
  }
}

/** @param settings of every connection, beside those that the address brings along */
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

/** Connections are made as they are needed; one that was cut, or whose server was started again, is made anew. */
export const openPool = (
  { url, schema, connections, idleMs = IDLE_MS }: PostgresAddress,
  isReader: boolean,
): PostgresPool => {
  const pool = new pg.Pool({
    ...connectionOf(url, [
      `search_path=${schema}`,
      // Many are asked at once: one question spread over several of its processes takes twice the CPU (bench:scale).
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
  // Without listeners a cut connection would end the process. Whoever asks next is told, or gets another one.
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
        throw told(error)
      }
    },
    end: () => pool.end(),
  }
}

/** Of two who write in transactions one waits for the other, on whatever server, as SQLite has it. */
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

/** Of all tables of a database those of one schema: others may have thousands. */
const onlyOf = (schema: string): KyselyPlugin => ({
  transformQuery: ({ node }) =>
    SelectQueryNode.is(node)
      ? QueryNode.cloneWithWhere(node, RawNode.create(['ns.nspname = ', ''], [ValueNode.create(schema)]))
      : node,
  transformResult: async ({ result }) => result,
})

/*
 * Migrations are written once, in the words that SQLite knows; here stands what the same columns are in PostgreSQL.
 */

/** SQLite's integers have 64 bits: a number typed with too many digits finds nothing and is no error. */
const TYPE: Readonly<Record<string, ColumnDataType | 'bytea'>> = { integer: 'bigint', blob: 'bytea' }

/** Texts are compared byte by byte, whatever language the database is in. */
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
    // An `integer primary key` of SQLite's counts by itself where no number is given.
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
 * Queries over a schema of a PostgreSQL database, which is there already.
 * @param isReader nothing can be written
 * @param oneWriter false: who writes in transactions takes locks of its own
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

/** Makes the schema where it is missing. @throws the driver's error */
export const makeSchema = async <Tables>(database: Kysely<Tables>, schema: string): Promise<void> => {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(database)
  // Only where it is missing: who may not make schemas can be given one.
  if (rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(database)
}
