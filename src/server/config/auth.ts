import * as z from 'zod'
import { oidcOf, oidcVariables } from './oidc.ts'
import { ConfigError, httpUrl, isLoopback, networks, variable } from './variables.ts'

/** No underscore: proxies may treat `_` and `-` as equal. */
const headerName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header: letters, digits and hyphens')
  .transform((name) => name.toLowerCase())

export const authVariables = {
  AUTH_MODE: variable(
    'session',
    "How a person is identified: session, by a sign-in of Callboard's own; oidc, by the company's OpenID Connect provider; proxy, by the proxy in front.",
    z.enum(['session', 'oidc', 'proxy'], 'must be session, oidc or proxy').default('session'),
  ),
  AUTH_KEYS: variable(
    '',
    'File that says who may come in, with which API key and which rights (docs/sign-in.md); read again when it changes. Required unless AUTH_MODE is session, where it says rights only.',
    z.string().optional(),
  ),
  AUTH_PROXY_HEADER: variable(
    '',
    'Header in which the proxy says who asks: a signed assertion with AUTH_PROXY_JWKS, else the plain name. Required with AUTH_MODE=proxy.',
    headerName.optional(),
  ),
  AUTH_PROXY_JWKS: variable(
    '',
    "The public keys that assertions are signed with: the proxy's https address of them, or a file. Plain http only for loopback.",
    z.string().optional(),
  ),
  AUTH_PROXY_ISSUER: variable('', 'What an assertion must say in iss.', z.string().optional()),
  AUTH_PROXY_AUDIENCE: variable('', 'What an assertion must say in aud.', z.string().optional()),
  AUTH_PROXY_GROUPS: variable(
    '',
    "Where a person's groups stand: a claim of the assertion or, without one, a header with names separated by commas.",
    z.string().max(128).optional(),
  ),
  AUTH_PROXY_TRUSTED: variable(
    '',
    'Addresses or networks of the proxy, separated by commas; the header is believed from them only. Required for a plain header.',
    networks.optional(),
  ),
  AUTH_PROXY_SECRET_HEADER: variable(
    '',
    'Header in which the proxy proves itself by AUTH_PROXY_SECRET. Required for a plain header.',
    headerName.optional(),
  ),
  AUTH_PROXY_SECRET: variable(
    '',
    'At least 32 characters that only the proxy and this server know.',
    z
      .string()
      .regex(/^[\x21-\x7e]{32,512}$/, 'must have at least 32 characters, none of them a space')
      .optional(),
  ),
  AUTH_PROXY_SIGNOUT: variable(
    '',
    "The proxy's address of signing out, https or a path of this host. Unset: there is no button to sign out with, since the next request would sign in again.",
    z
      .string()
      .refine(
        (value) => /^\/(?![/\\])[\x21-\x7e]*$/.test(value) || URL.parse(value)?.protocol === 'https:',
        'must be an https address or a path',
      )
      .optional(),
  ),
  ...oidcVariables,
}
const schema = z.object(authVariables)
type AuthEnvironment = z.infer<typeof schema>

/**
 * Address or file of a key set.
 * @throws ConfigError
 */
const keySetOf = (given: string): URL | string => {
  if (!/^https?:/i.test(given)) return given
  const url = httpUrl.safeParse(given)
  if (!url.success || (url.data.protocol === 'http:' && !isLoopback(url.data.hostname)))
    throw new ConfigError('AUTH_PROXY_JWKS must be an https address without credentials, or a file')
  return url.data
}

const required = <T>(value: T | undefined, name: string, where: string): T => {
  if (value === undefined) throw new ConfigError(`${name} is required ${where}`)
  return value
}

const byAssertion = (env: AuthEnvironment, jwks: string) => ({
  keySet: keySetOf(jwks),
  issuer: required(env.AUTH_PROXY_ISSUER, 'AUTH_PROXY_ISSUER', 'with AUTH_PROXY_JWKS'),
  audience: required(env.AUTH_PROXY_AUDIENCE, 'AUTH_PROXY_AUDIENCE', 'with AUTH_PROXY_JWKS'),
})

const proxyOf = (env: AuthEnvironment) => {
  const forPlain = 'without AUTH_PROXY_JWKS'
  const assertion = env.AUTH_PROXY_JWKS === undefined ? null : byAssertion(env, env.AUTH_PROXY_JWKS)
  const isGuarded = assertion === null || env.AUTH_PROXY_SECRET !== undefined
  const header = required(env.AUTH_PROXY_HEADER, 'AUTH_PROXY_HEADER', 'with AUTH_MODE=proxy')
  const groups = env.AUTH_PROXY_GROUPS ?? null
  if (assertion === null) {
    required(env.AUTH_PROXY_TRUSTED, 'AUTH_PROXY_TRUSTED', forPlain)
    required(env.AUTH_PROXY_SECRET, 'AUTH_PROXY_SECRET', forPlain)
    if (groups !== null && !headerName.safeParse(groups).success)
      throw new ConfigError(`AUTH_PROXY_GROUPS must be the name of a header ${forPlain}`)
  }
  return {
    mode: 'proxy',
    keysFile: required(env.AUTH_KEYS, 'AUTH_KEYS', 'with AUTH_MODE=proxy'),
    header,
    /** Null: the header is a plain name. */
    assertion,
    groups: assertion === null ? (groups?.toLowerCase() ?? null) : groups,
    /** Null: assertions are accepted from anywhere. */
    trusted: env.AUTH_PROXY_TRUSTED ?? null,
    /** Null: not needed with assertions. */
    secret: isGuarded
      ? {
          header: required(
            env.AUTH_PROXY_SECRET_HEADER,
            'AUTH_PROXY_SECRET_HEADER',
            'with AUTH_PROXY_SECRET',
          ),
          value: required(env.AUTH_PROXY_SECRET, 'AUTH_PROXY_SECRET', forPlain),
        }
      : null,
    signOut: env.AUTH_PROXY_SIGNOUT ?? null,
  } as const
}

export const authOf = (env: AuthEnvironment) => {
  const keysFile = env.AUTH_KEYS ?? null
  if (env.AUTH_MODE === 'session') return { mode: 'session', keysFile } as const
  if (env.AUTH_MODE === 'proxy') return proxyOf(env)
  return {
    mode: 'oidc',
    keysFile: required(env.AUTH_KEYS, 'AUTH_KEYS', 'with AUTH_MODE=oidc'),
    ...oidcOf(env),
  } as const
}

export type ProxyAuth = ReturnType<typeof proxyOf>
