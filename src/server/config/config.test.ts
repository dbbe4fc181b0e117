import { expect, test } from 'vitest'
import { CONFIG_DOC, readConfig } from './config.ts'
import { ConfigError } from './variables.ts'

const SECRET = 'x'.repeat(32)
const problem = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return null
}

test('an empty environment is the embedded service on loopback', () => {
  expect(readConfig({ PATH: '/bin', PORT: '' })).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    transport: { https: false },
    dataDir: './data',
    apiBaseUrl: null,
    dialect: { auth: 'basic', pageParam: 'page', pageSizeParam: null, clientAccess: 'auto' },
    sessionSecret: null,
    sessionIdle: 30 * 60_000,
    sessionMax: 12 * 3_600_000,
    sampleContacts: 20_000,
    sampleNewContacts: true,
    faults: false,
  })
})

test('the default address follows the port', () => {
  expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000')
})

test('a server in front of a real API', () => {
  const config = readConfig({
    API_BASE_URL: 'https://api.example.com/v/',
    SESSION_SECRET: SECRET,
    PUBLIC_URL: 'https://calls.example.com/',
    API_MEDIA_HOSTS: 'Media.example.com, cdn.example.com:8443',
    SESSION_IDLE: '90s',
  })
  expect(config.apiBaseUrl).toBe('https://api.example.com/v')
  expect(config.publicUrl).toBe('https://calls.example.com')
  expect(config.transport.https).toBe(true)
  expect(config.mediaHosts).toEqual(['media.example.com', 'cdn.example.com:8443'])
  expect(config.sessionIdle).toBe(90_000)
})

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: '0' }, /^PORT must be a whole number/],
  [{ PORT: '65536' }, /^PORT/],
  [{ PORT: '80a' }, /^PORT/],
  [{ METRICS_PORT: '8080' }, /^METRICS_PORT must be another one than PORT$/],
  [{ HOST: 'a b' }, /^HOST/],
  [{ TRUSTED_PROXY: 'proxy.lan' }, /^TRUSTED_PROXY must be addresses/],
  [{ TRUSTED_PROXY: '0.0.0.0/0' }, /^TRUSTED_PROXY .+ never every address/],
  [{ TRUSTED_PROXY: '::/0' }, /^TRUSTED_PROXY/],
  [{ TRUSTED_PROXY: '10.0.0.0/33' }, /^TRUSTED_PROXY/],
  [{ PUBLIC_URL: 'http://calls.example.com' }, /^PUBLIC_URL must be https/],
  [{ PUBLIC_URL: 'https://calls.example.com/app' }, /^PUBLIC_URL must have no path/],
  [{ PUBLIC_URL: 'ftp://localhost' }, /^PUBLIC_URL/],
  [{ PUBLIC_URL: 'https://me:pw@calls.example.com' }, /^PUBLIC_URL/],
  [{ API_BASE_URL: 'https://api.example.com' }, /^SESSION_SECRET is required/],
  [{ API_BASE_URL: 'http://api.example.com', SESSION_SECRET: SECRET }, /^API_BASE_URL must be https/],
  [{ API_BASE_URL: 'https://', SESSION_SECRET: SECRET }, /^API_BASE_URL must be an http or https address/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET must have at least 32/],
  [{ SESSION_IDLE: '30' }, /^SESSION_IDLE must be a duration/],
  [{ SESSION_IDLE: '13h' }, /^SESSION_IDLE must not be longer/],
  [{ API_AUTH: 'digest' }, /^API_AUTH/],
  [{ API_CLIENT_ACCESS: 'none' }, /^API_CLIENT_ACCESS/],
  [{ API_PAGE_PARAM: 'a&b' }, /^API_PAGE_PARAM/],
  [{ API_MEDIA_HOSTS: 'https://media.example.com' }, /^API_MEDIA_HOSTS/],
  [{ API_MEDIA_HOSTS: '*.example.com/..' }, /^API_MEDIA_HOSTS/],
  [{ SAMPLE_CONTACTS: '999' }, /^SAMPLE_CONTACTS/],
  [{ SAMPLE_CONTACTS: '1000001' }, /^SAMPLE_CONTACTS/],
  [{ FAULTS: '1', HOST: '0.0.0.0' }, /^FAULTS works only/],
  [{ FAULTS: '1', PUBLIC_URL: 'https://calls.example.com' }, /^FAULTS works only/],
  [{ FAULTS: 'yes' }, /^FAULTS must be 0 or 1/],
  [{ FAULTS_CLOCK: '60000' }, /^FAULTS_CLOCK works only with FAULTS=1/],
  [{ FAULTS: '1', FAULTS_CLOCK: 'noon' }, /^FAULTS_CLOCK must be a whole number/],
  [{ AUTH_MODE: 'proxy' }, /^AUTH_PROXY_HEADER is required/],
  [{ DATABASE_URL: 'mysql://db/callboard' }, /^DATABASE_URL must be an address such as postgres:/],
  [{ DATABASE_URL: 'postgres://u:a/b@db/callboard' }, /^DATABASE_URL has a .*password.*: write \/ as %2F$/],
  [{ DATABASE_URL: 'postgres://u:a#b?@db/callboard' }, /: write # as %23, \? as %3F$/],
  [{ DATABASE_URL: 'postgres://u:12/ab@db/callboard' }, /: write \/ as %2F$/],
  [{ DATABASE_URL: 'postgres://u:50%zz@db/callboard' }, /: write % as %25$/],
  [{ DATABASE_URL: 'postgres://db', SESSION_SECRET: SECRET }, /^DATABASE_URL must be an address/],
  [{ DATABASE_URL: 'postgres://db/callboard' }, /^SESSION_SECRET is required with DATABASE_URL/],
  [{ DATABASE_CONNECTIONS: '9' }, /^DATABASE_CONNECTIONS must be a whole number from 10/],
  [{ EMBED_ANCESTORS: 'https://portal.example.com' }, /^EMBED_ANCESTORS needs a PUBLIC_URL of https/],
  [{ EMBED_COEP: '1' }, /^EMBED_COEP needs EMBED_ANCESTORS/],
  [{ EMBED_COOKIE: 'none' }, /^EMBED_COOKIE must be samesite or partitioned/],
  [{ HELP_URL: 'javascript:alert(1)' }, /^HELP_URL must be an http or https address/],
  [{ SIGN_IN_HELP: 'x'.repeat(301) }, /^SIGN_IN_HELP must have at most 300 letters/],
])('%j is refused in one line', (env, message) => {
  expect(problem(env)).toMatch(message)
  expect(problem(env)).not.toContain('\n')
})

const SIGNED = {
  AUTH_MODE: 'proxy',
  AUTH_KEYS: '/etc/keys.json',
  AUTH_PROXY_HEADER: 'Cf-Access-Jwt-Assertion',
  AUTH_PROXY_JWKS: 'https://team.cloudflareaccess.com/cdn-cgi/access/certs',
  AUTH_PROXY_ISSUER: 'https://team.cloudflareaccess.com',
  AUTH_PROXY_AUDIENCE: 'tag',
}
const PLAIN = {
  AUTH_MODE: 'proxy',
  AUTH_KEYS: '/etc/keys.json',
  AUTH_PROXY_HEADER: 'X-Auth-Request-Email',
  AUTH_PROXY_TRUSTED: '127.0.0.1, 10.0.0.0/8, fd00::/64',
  AUTH_PROXY_SECRET_HEADER: 'X-Callboard-Proxy',
  AUTH_PROXY_SECRET: SECRET.replaceAll(' ', '-'),
}

test('what a proxy in front may say: an assertion, or a plain name with proof of who says it', () => {
  expect(readConfig(SIGNED).auth).toMatchObject({ header: 'cf-access-jwt-assertion', secret: null })
  expect(readConfig(PLAIN).auth).toMatchObject({ assertion: null, header: 'x-auth-request-email' })
})

test.each([
  '',
  ' ',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1,0.0.0.0/0',
  '0.0.0.0/1,128.0.0.0/1',
  '::/1',
  '::ffff:0:0/96',
  '::/8',
  '*',
  'proxy.example.com',
  '10.0.0.0/',
  '10.0.0.1,',
])('refuses-open-trust: %j', (AUTH_PROXY_TRUSTED) => {
  expect(problem({ ...PLAIN, AUTH_PROXY_TRUSTED })).toMatch(/^AUTH_PROXY_TRUSTED /)
})

test.each([
  [{ ...PLAIN, AUTH_PROXY_SECRET: '' }, /^AUTH_PROXY_SECRET is required/],
  [{ ...PLAIN, AUTH_PROXY_SECRET: 'x'.repeat(31) }, /^AUTH_PROXY_SECRET must have at least 32/],
  [{ ...PLAIN, AUTH_PROXY_SECRET_HEADER: '' }, /^AUTH_PROXY_SECRET_HEADER is required/],
  [{ ...PLAIN, AUTH_KEYS: '' }, /^AUTH_KEYS is required/],
  [{ ...PLAIN, AUTH_PROXY_HEADER: 'X_Auth_User' }, /^AUTH_PROXY_HEADER must be the name of a header/],
  [{ ...PLAIN, AUTH_PROXY_GROUPS: 'x groups' }, /^AUTH_PROXY_GROUPS must be the name of a header/],
  [{ ...PLAIN, AUTH_PROXY_SIGNOUT: '//evil.example.com' }, /^AUTH_PROXY_SIGNOUT must be/],
  [{ ...PLAIN, AUTH_PROXY_SIGNOUT: 'http://login.example.com' }, /^AUTH_PROXY_SIGNOUT must be/],
  [{ ...SIGNED, AUTH_PROXY_ISSUER: '' }, /^AUTH_PROXY_ISSUER is required/],
  [{ ...SIGNED, AUTH_PROXY_AUDIENCE: '' }, /^AUTH_PROXY_AUDIENCE is required/],
  [{ ...SIGNED, AUTH_PROXY_JWKS: 'http://login.example.com/keys' }, /^AUTH_PROXY_JWKS must be/],
])('a proxy that anyone could speak for is refused: %j', (env, message) => {
  expect(problem(env)).toMatch(message)
})

const FRAMED = { PUBLIC_URL: 'https://calls.example.com', EMBED_ANCESTORS: 'https://portal.example.com' }

test('who may show Callboard in a frame: exact origins, by the ordinary cookie unless told', () => {
  expect(readConfig({ PUBLIC_URL: 'https://calls.example.com' }).embedding).toBeNull()
  expect(readConfig(FRAMED).embedding).toEqual({
    ancestors: ['https://portal.example.com'],
    cookie: 'samesite',
    isolated: false,
  })
  expect(
    readConfig({
      ...FRAMED,
      EMBED_ANCESTORS: 'https://a.example, https://b.example:8443,https://[::1]',
      EMBED_COOKIE: 'partitioned',
      EMBED_COEP: '1',
    }).embedding,
  ).toEqual({
    ancestors: ['https://a.example', 'https://b.example:8443', 'https://[::1]'],
    cookie: 'partitioned',
    isolated: true,
  })
})

test.each([
  '*',
  'https:',
  'https://*',
  'https://*.example.com',
  'http://portal.example.com',
  'portal.example.com',
  'https://portal.example.com/',
  'https://portal.example.com/calls',
  'https://portal.example.com?x',
  'https://me@portal.example.com',
  'https://portal.example.com:443',
  'https://Portal.example.com',
  'https://портал.example',
  "https://portal.example.com; script-src 'unsafe-inline'",
  'https://a.example https://b.example',
  'https://a.example,',
  "'self'",
  'null',
])('an ancestor that is no exact https origin stops the start: %j', (EMBED_ANCESTORS) => {
  expect(problem({ ...FRAMED, EMBED_ANCESTORS })).toMatch(/^EMBED_ANCESTORS must be exact https origins/)
})

test('a proxy’s sign-in does not reach a frame on another site', () => {
  expect(problem({ ...FRAMED, ...PLAIN, EMBED_COOKIE: 'partitioned' })).toMatch(/^EMBED_COOKIE=partitioned/)
  expect(readConfig({ ...FRAMED, ...PLAIN }).embedding?.cookie).toBe('samesite')
})

test('every wrong variable is named, no value is', () => {
  const message = problem({ PORT: 'canary1', SESSION_SECRET: 'canary2', FAULTS: 'canary3' })
  expect(message).toMatch(/PORT .+; .*SESSION_SECRET .+; .*FAULTS/)
  expect(message).not.toContain('canary')
})

test('plain http to the API is for loopback, or by an explicit setting', () => {
  expect(readConfig({ API_BASE_URL: 'http://127.0.0.1:9', SESSION_SECRET: SECRET }).apiBaseUrl).toBe(
    'http://127.0.0.1:9',
  )
  expect(
    readConfig({ API_BASE_URL: 'http://api.lan', SESSION_SECRET: SECRET, API_INSECURE_HTTP: '1' }).apiBaseUrl,
  ).toBe('http://api.lan')
})

test('every variable is documented', () => {
  for (const { name, text } of CONFIG_DOC) expect(text, name).toMatch(/\.\)?$/)
  expect(CONFIG_DOC.map(({ name }) => name)).toContain('API_CLIENT_ACCESS')
})

test.each([
  [{}, 'disk', []],
  [{ ARCHIVE: 'memory' }, 'memory', []],
  // Former spellings.
  [{ ARCHIVE: 'on' }, 'disk', []],
  [{ ARCHIVE: 'off' }, 'memory', ['ARCHIVE']],
  [{ ARCHIVE: 'on', ARCHIVE_PHONES: 'hash' }, 'memory', ['ARCHIVE_PHONES']],
  [{ ARCHIVE_PHONES: 'keep', ARCHIVE_COLUMNS: '10' }, 'disk', ['ARCHIVE_PHONES', 'ARCHIVE_COLUMNS']],
])('stores contacts as %o says, and names variables of former versions', (env, kind, named) => {
  const { archive } = readConfig(env)
  expect(archive.kind).toBe(kind)
  expect(archive.formerVariables.map(({ variable }) => variable)).toEqual(named)
})

test('names ARCHIVE when its value is none', () => {
  expect(() => readConfig({ ARCHIVE: 'tape' })).toThrow('ARCHIVE must be disk or memory')
})
