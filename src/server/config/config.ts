import * as z from 'zod'
import type { AddressList } from './address-list.ts'
import { authOf, authVariables } from './auth.ts'
import { embeddingOf, embeddingVariables } from './embedding.ts'
import { chromiumOf, mailOf, mailVariables } from './mail.ts'
import {
  ConfigError,
  docs,
  duration,
  hostList,
  httpUrl,
  wholeNumber,
  isLoopback,
  networks,
  postgresUrl,
  parameterName,
  toggle,
  variable,
} from './variables.ts'

const NO_ADDRESSES: AddressList = { has: () => false }

const KINDS = ['disk', 'memory'] as const

const FORMER = new Map([
  ['on', 'disk'],
  ['off', 'memory'],
])

const archiveKind = z
  .string()
  .default('disk')
  .transform((value, context) => {
    const kind = KINDS.find((one) => one === (FORMER.get(value) ?? value))
    if (kind !== undefined) return { kind, isOff: value === 'off' }
    context.addIssue('must be disk or memory')
    return z.NEVER
  })

const REMOVED = ['ARCHIVE_PHONES', 'ARCHIVE_COLUMNS'] as const

/** Ignored, with a warning in the log; in no table. */
const removedVariables = {
  ARCHIVE_PHONES: z.string().optional(),
  ARCHIVE_COLUMNS: z.string().optional(),
}

interface ArchiveVariables extends Readonly<Partial<Record<(typeof REMOVED)[number], string | undefined>>> {
  readonly ARCHIVE: z.output<typeof archiveKind>
  readonly ARCHIVE_DAYS: number
  readonly ARCHIVE_DAILY_REQUESTS: number
}

/** A deprecated variable: one log line at the start. */
interface FormerVariable {
  readonly variable: string
  readonly advice: string
}

const formerVariables = (env: ArchiveVariables): FormerVariable[] => [
  ...(env.ARCHIVE.isOff ? [{ variable: 'ARCHIVE', advice: 'off means memory now: set ARCHIVE=memory' }] : []),
  ...REMOVED.filter((name) => env[name] !== undefined).map((variable) =>
    variable === 'ARCHIVE_PHONES' && env[variable] === 'hash'
      ? { variable, advice: 'hash means ARCHIVE=memory now: set that and remove it' }
      : { variable, advice: 'it does nothing any more: remove it' },
  ),
]

const archiveOf = (env: ArchiveVariables) => ({
  /** ARCHIVE_PHONES=hash, which kept numbers off the disk, now means `memory`. */
  kind: env.ARCHIVE_PHONES === 'hash' ? ('memory' as const) : env.ARCHIVE.kind,
  retentionDays: env.ARCHIVE_DAYS,
  dailyRequests: env.ARCHIVE_DAILY_REQUESTS,
  formerVariables: formerVariables(env),
})

const schema = z.object({
  PORT: variable('8080', 'Port to listen on.', wholeNumber(1, 65_535).default(8080)),
  HOST: variable(
    '127.0.0.1',
    'Address to listen on. Loopback unless set: the sample data come with published passwords.',
    z
      .string()
      .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
      .default('127.0.0.1'),
  ),
  PUBLIC_URL: variable(
    'http://localhost:PORT',
    'Address people open. Its scheme decides about HSTS, its origin is what requests are judged by. Plain http only for loopback.',
    httpUrl.optional(),
  ),
  TRUSTED_PROXY: variable(
    '',
    'Addresses or networks of the proxies in front of the server, separated by commas: X-Forwarded-For is believed from them only. Without it all users behind a proxy count as one when sign-ins are limited.',
    networks.optional(),
  ),
  HSTS_SUBDOMAINS: variable(
    '1',
    '0 leaves includeSubDomains out of HSTS, for a name whose neighbours still need plain http.',
    toggle(true),
  ),
  DATA_DIR: variable('./data', 'Folder of the databases.', z.string().default('./data')),
  DATABASE_URL: variable(
    '',
    'Address of a PostgreSQL (15 or later) database in place of files in DATA_DIR: postgres://user:password@host/database?sslmode=verify-full. Several servers may share it.',
    postgresUrl.optional(),
  ),
  DATABASE_CONNECTIONS: variable(
    '20',
    'Connections of this server to PostgreSQL at most, 10 to 200.',
    wholeNumber(10, 200).default(20),
  ),
  API_BASE_URL: variable(
    '',
    'Address of the API without /v2. Unset: the embedded reference service with sample data.',
    httpUrl.optional(),
  ),
  API_AUTH: variable(
    'basic',
    'How the key is sent: basic, or x-auth-token (G4).',
    z.enum(['basic', 'x-auth-token'], 'must be basic or x-auth-token').default('basic'),
  ),
  API_PAGE_PARAM: variable(
    'page',
    'Name of the parameter that selects a page (G1).',
    parameterName.default('page'),
  ),
  API_PAGE_SIZE_PARAM: variable(
    '',
    'Name of the parameter that sets the page size; unset: none is sent (G1).',
    parameterName.optional(),
  ),
  API_CLIENT_ACCESS: variable(
    'auto',
    "How a client's data are reached: prefix (/clients/<client_id>), token (the client's own auth_token), or auto: prefix where the client record has an id (G3).",
    z.enum(['auto', 'prefix', 'token'], 'must be auto, prefix or token').default('auto'),
  ),
  API_MEDIA_HOSTS: variable(
    '',
    "Hosts besides the API's own that recordings may be fetched from, separated by commas (G16).",
    hostList(),
  ),
  API_INSECURE_HTTP: variable(
    '0',
    '1 allows plain http to an API or media host that is not loopback.',
    toggle(false),
  ),
  ...authVariables,
  ...embeddingVariables,
  ...mailVariables,
  SESSION_SECRET: variable(
    'made and kept in DATA_DIR with the embedded service',
    'At least 32 characters; seals the keys in the session store. Required with API_BASE_URL and with DATABASE_URL.',
    z.string().min(32, 'must have at least 32 characters').optional(),
  ),
  SESSION_SECRET_PREVIOUS: variable(
    '',
    'The secret that SESSION_SECRET has replaced: what it sealed is sealed again at the start, so that sessions go on and preferences are found. Not needed after every server has started with both.',
    z.string().min(32, 'must have at least 32 characters').optional(),
  ),
  SESSION_IDLE: variable(
    '30m',
    'A session ends after this long without a request of the person.',
    duration(30 * 60_000),
  ),
  SESSION_MAX: variable(
    '12h',
    'A session ends this long after sign-in at the latest.',
    duration(12 * 3_600_000),
  ),
  REFERENCE_CLIENT_IDS: variable(
    'on',
    'off leaves the id out of the client records of the embedded service (G3).',
    z
      .enum(['on', 'off'], 'must be on or off')
      .transform((value) => value === 'on')
      .default(true),
  ),
  STOP_NOTICE: variable(
    '5s',
    'After SIGTERM, while connections are open, the server goes on answering for this long with its health at 503, so that a balancer sends nothing more.',
    duration(5_000),
  ),
  SAMPLE_CONTACTS: variable(
    '20000',
    'Contacts in the sample data, 1000 to 1000000; read when they are made.',
    wholeNumber(1_000, 1_000_000).default(20_000),
  ),
  SAMPLE_NEW_CONTACTS: variable(
    '1',
    '0 keeps the sample data as they were made: no new contacts come as time goes by.',
    toggle(true),
  ),
  ARCHIVE: variable(
    'disk',
    'Where contacts are stored: disk (DATA_DIR, or PostgreSQL with DATABASE_URL) or memory, where nothing of them is written and a restart reads them again (docs/archive.md).',
    archiveKind,
  ),
  ARCHIVE_DAYS: variable(
    '800',
    'Days of contacts that are kept; older ones are removed daily.',
    wholeNumber(31, 4_000).default(800),
  ),
  ARCHIVE_DAILY_REQUESTS: variable(
    '500',
    'Background requests a day and account: days that are read again because of late changes.',
    wholeNumber(0, 100_000).default(500),
  ),
  ...removedVariables,
  HELP_URL: variable(
    '',
    'Address of your own help about Callboard: a link on the sign-in page and in Settings.',
    httpUrl.optional(),
  ),
  SIGN_IN_HELP: variable(
    '',
    'What the sign-in page and Settings say to who needs help, at most 300 letters: whom to ask, which password.',
    z
      .string()
      .max(300, 'must have at most 300 letters')
      .transform((value) => value.trim())
      .optional(),
  ),
  AUDIT_DAYS: variable('400', 'Days for which the audit log is kept.', wholeNumber(1, 4_000).default(400)),
  METRICS_PORT: variable(
    '',
    'Port on HOST at which Prometheus reads /metrics (docs/deploy.md); unset: there are none. Whoever reaches it may read them.',
    wholeNumber(1, 65_535).optional(),
  ),
  FAULTS: variable(
    '0',
    '1 lets the cookie callboard-fault choose named faults, for tests. Only on loopback.',
    toggle(false),
  ),
  FAULTS_CLOCK: variable(
    '0',
    "Milliseconds by which the server's clock is ahead of the machine's, for tests. Only with FAULTS=1.",
    z
      .string()
      .regex(/^-?\d{1,12}$/, 'must be a whole number of milliseconds')
      .transform(Number)
      .default(0),
  ),
})
type Environment = z.infer<typeof schema>

/** The variables in the order of docs/configuration.md. */
export const CONFIG_DOC: readonly { name: string; default: string; text: string }[] = Object.entries(
  schema.shape,
).flatMap(([name, field]) => {
  const doc = docs.get(field)
  return doc ? [{ name, ...doc }] : []
})

const origin = ({ PUBLIC_URL, PORT }: Environment) => {
  const url = PUBLIC_URL ?? new URL(`http://localhost:${PORT}`)
  if (url.pathname !== '/') throw new ConfigError('PUBLIC_URL must have no path')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError(
      'PUBLIC_URL must be https unless its host is localhost: the session cookie is Secure',
    )
  return url.origin
}

const upstream = ({ API_BASE_URL: url, API_INSECURE_HTTP, SESSION_SECRET }: Environment) => {
  if (!url) return null
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !API_INSECURE_HTTP)
    throw new ConfigError('API_BASE_URL must be https unless its host is loopback or API_INSECURE_HTTP is 1')
  if (SESSION_SECRET === undefined) throw new ConfigError('SESSION_SECRET is required with API_BASE_URL')
  return url.href.replace(/\/+$/, '')
}

/**
 * Parses the environment. Empty variables count as unset; unknown ones are ignored.
 * @throws ConfigError naming each wrong variable, never a value
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>) => {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    )
  const env = parsed.data
  const publicUrl = origin(env)
  const apiBaseUrl = upstream(env)
  if (env.FAULTS && !(isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname)))
    throw new ConfigError('FAULTS works only where HOST and PUBLIC_URL are loopback')
  if (env.FAULTS_CLOCK !== 0 && !env.FAULTS) throw new ConfigError('FAULTS_CLOCK works only with FAULTS=1')
  if (env.SESSION_IDLE > env.SESSION_MAX)
    throw new ConfigError('SESSION_IDLE must not be longer than SESSION_MAX')
  if (env.DATABASE_URL && env.SESSION_SECRET === undefined)
    throw new ConfigError('SESSION_SECRET is required with DATABASE_URL')
  if (env.METRICS_PORT === env.PORT) throw new ConfigError('METRICS_PORT must be another one than PORT')
  const transport = { https: publicUrl.startsWith('https:'), hstsSubdomains: env.HSTS_SUBDOMAINS }
  return {
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT ?? null,
    /** Without trailing slash. */
    publicUrl,
    transport,
    trustedProxies: env.TRUSTED_PROXY ?? NO_ADDRESSES,
    dataDir: env.DATA_DIR,
    database: env.DATABASE_URL ? { url: env.DATABASE_URL, connections: env.DATABASE_CONNECTIONS } : null,
    /** Without trailing slash; null: the embedded service. */
    apiBaseUrl,
    auth: authOf(env),
    embedding: embeddingOf(env, { isHttps: transport.https, authMode: env.AUTH_MODE }),
    dialect: {
      auth: env.API_AUTH,
      pageParam: env.API_PAGE_PARAM,
      pageSizeParam: env.API_PAGE_SIZE_PARAM ?? null,
      clientAccess: env.API_CLIENT_ACCESS,
    },
    mediaHosts: env.API_MEDIA_HOSTS,
    mail: mailOf(env),
    webhookHosts: env.WEBHOOK_HOSTS,
    chromium: chromiumOf(env),
    insecureHttp: env.API_INSECURE_HTTP,
    /** Null: generated and stored with the data (embedded service only). */
    sessionSecret: env.SESSION_SECRET ?? null,
    sessionSecretPrevious: env.SESSION_SECRET_PREVIOUS ?? null,
    sessionIdle: env.SESSION_IDLE,
    sessionMax: env.SESSION_MAX,
    stopNotice: env.STOP_NOTICE,
    help: { url: env.HELP_URL?.href ?? null, text: env.SIGN_IN_HELP ?? null },
    auditDays: env.AUDIT_DAYS,
    referenceClientIds: env.REFERENCE_CLIENT_IDS,
    sampleContacts: env.SAMPLE_CONTACTS,
    sampleNewContacts: env.SAMPLE_NEW_CONTACTS,
    archive: archiveOf(env),
    faults: env.FAULTS,
    /** Epoch milliseconds: the clock of the server, its jobs and the reference service. */
    now: () => Date.now() + env.FAULTS_CLOCK,
  }
}

export type Config = ReturnType<typeof readConfig>
export type Dialect = Config['dialect']
