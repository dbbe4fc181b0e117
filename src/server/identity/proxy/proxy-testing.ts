import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { onTestFinished } from 'vitest'
import type { CreateAppOptions } from '#/server/parts.ts'
import { createHarness } from '#/server/testing.ts'
import { directoryFrom } from '../directory.ts'

const PROXY_IP = '10.1.2.3'
export const USER_HEADER = 'x-auth-request-email'
export const SECRET_HEADER = 'x-callboard-proxy'
export const PROXY_SECRET = 'a-secret-of-the-proxy-0123456789abcdef'
const ISSUER = 'https://login.example.com'
const AUDIENCE = 'callboard'

const KEYS = JSON.stringify({
  ask: 'it@example.com',
  accounts: { north: { api_key: 'NORTH_CANARY' }, south: { api_key: 'SOUTH_CANARY' } },
  users: {
    'anna@example.com': { account: 'north', rights: ['export'] },
    'boris@example.com': { account: 'south' },
    'борис@example.com': { account: 'south' },
  },
  groups: { sales: { account: 'south', rights: ['listen'] }, Маркетинг: { rights: ['numbers'] } },
})

const PLAIN = {
  AUTH_MODE: 'proxy',
  AUTH_KEYS: '/not/read',
  AUTH_PROXY_HEADER: USER_HEADER,
  AUTH_PROXY_TRUSTED: '10.1.0.0/16, 127.0.0.1',
  AUTH_PROXY_SECRET_HEADER: SECRET_HEADER,
  AUTH_PROXY_SECRET: PROXY_SECRET,
  AUTH_PROXY_GROUPS: 'X-Auth-Request-Groups',
  AUTH_PROXY_SIGNOUT: '/oauth2/sign_out',
}

/** The app behind a proxy that sends plain names. */
export const behindPlain = async (
  env: Record<string, string> = {},
  overrides: Partial<CreateAppOptions> = {},
) => {
  const harness = await createHarness({ ...PLAIN, ...env }, { directory: directoryFrom(KEYS), ...overrides })
  harness.handlers['GET /v2/calls'] = ({ headers }) =>
    Response.json({ calls: [], meta: {}, asked_with: headers.get('authorization') })
  const as = (user: string | null, rest: Record<string, string> = {}) => ({
    ip: PROXY_IP,
    headers: { [SECRET_HEADER]: PROXY_SECRET, ...(user === null ? {} : { [USER_HEADER]: user }), ...rest },
  })
  return { ...harness, as }
}

const ASSERTION_HEADER = 'cf-access-jwt-assertion'
/** A signer with one key. */
export const signer = async (alg: string, kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const sign = (payload: object, key: CryptoKey = privateKey) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg, kid }).sign(key)
  return { sign, jwk: { ...(await exportJWK(publicKey)), alg, kid, use: 'sig' } }
}

/**
 * The app behind a proxy that signs assertions.
 * @param keySet a file's text, or an address
 */
export const behindSigning = async (keySet: { keys: object[] } | string) => {
  let jwks = keySet
  if (typeof jwks !== 'string') {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-jwks-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'jwks.json')
    writeFileSync(file, JSON.stringify(jwks))
    jwks = file
  }
  const harness = await createHarness(
    {
      AUTH_MODE: 'proxy',
      AUTH_KEYS: '/not/read',
      AUTH_PROXY_HEADER: ASSERTION_HEADER,
      AUTH_PROXY_JWKS: jwks,
      AUTH_PROXY_ISSUER: ISSUER,
      AUTH_PROXY_AUDIENCE: AUDIENCE,
      AUTH_PROXY_GROUPS: 'groups',
    },
    { directory: directoryFrom(KEYS) },
  )
  /** Seconds since 1970, by the server's clock. */
  const at = Math.floor(harness.options.now() / 1000)
  const claims = (rest: object = {}) => ({
    iss: ISSUER,
    aud: AUDIENCE,
    sub: '4711',
    email: 'anna@example.com',
    iat: at,
    exp: at + 600,
    ...rest,
  })
  const sendWith = (token: string, path = '/api/session') =>
    harness.send(path, { headers: { [ASSERTION_HEADER]: token } })
  return { ...harness, at, claims, sendWith }
}
