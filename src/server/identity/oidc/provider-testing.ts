import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { createApp } from '#/server/app.ts'
import { vi } from 'vitest'
import { createHarness, HARNESS_NOW, type Harness } from '#/server/testing.ts'
import { directoryFrom } from '#/server/identity/directory.ts'

/** AUTH_KEYS: Anna has an account by her address, members of `sales` by their group. */
const KEYS = {
  ask: 'it@example.com',
  accounts: { north: { api_key: 'key-of-north' }, south: { api_key: 'key-of-south' } },
  users: { 'anna@example.com': { account: 'north', rights: ['listen'] } },
  groups: { sales: { account: 'south' }, 'export-group': { rights: ['export'] } },
}
const CLIENT = 'callboard'

const seconds = () => Math.floor(Date.now() / 1000)
/** Undefined removes a claim. */
const claimsOf = (claims: Readonly<Record<string, unknown>>): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))

type Signer = (claims: JWTPayload, type?: string) => Promise<string>

const makeSigner = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const sign: Signer = (claims, typ = 'JWT') =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ }).sign(privateKey)
  const signWithPublicKey: Signer = async (claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(await exportSPKI(publicKey)))
  return { sign, signWithPublicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

interface Grant {
  readonly nonce: string
  readonly challenge: string
}

/** A fake OpenID Connect provider on loopback. Its properties override answers; an undefined claim is left out. */
export const startProvider = async () => {
  // Tokens and libraries use the harness's time.
  vi.useFakeTimers({ toFake: ['Date'], now: HARNESS_NOW })
  let signer = await makeSigner('key-1')
  const codes = new Map<string, Grant>()
  const requests: string[] = []
  const lies = {
    /** Overrides of the ID token. */
    claims: {} as Record<string, unknown>,
    userinfo: null as Record<string, unknown> | null,
    /** Overrides of the token endpoint's answer. */
    tokens: {} as Record<string, unknown>,
    /** Overrides of the metadata. */
    metadata: {} as Record<string, unknown>,
    sign: null as Signer | null,
    /** Codes can be redeemed repeatedly. */
    takesCodesTwice: false,
    /** Failure of a refresh: status and `error`. */
    refuseRefresh: null as { status: number; error: string } | null,
    isBroken: false,
  }
  const idToken = (nonce: string | undefined) =>
    (lies.sign ?? signer.sign)(
      claimsOf({
        iss: issuer,
        aud: CLIENT,
        sub: 'anna',
        iat: seconds(),
        exp: seconds() + 300,
        nonce,
        sid: 'sid-1',
        email: 'anna@example.com',
        email_verified: true,
        name: 'Anna',
        groups: [],
        ...lies.claims,
      }),
    )

  const tokenAnswer = async (form: URLSearchParams): Promise<[number, unknown]> => {
    const tokens = {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: `refresh-${requests.length}`,
    }
    if (form.get('grant_type') === 'refresh_token') {
      if (lies.refuseRefresh) return [lies.refuseRefresh.status, { error: lies.refuseRefresh.error }]
      return [200, claimsOf({ ...tokens, id_token: await idToken(undefined), ...lies.tokens })]
    }
    const grant = codes.get(form.get('code') ?? '')
    if (!lies.takesCodesTwice) codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant?.challenge !== challenge) return [400, { error: 'invalid_grant' }]
    return [200, claimsOf({ ...tokens, id_token: await idToken(grant.nonce), ...lies.tokens })]
  }

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const path = new URL(request.url ?? '/', issuer).pathname
    const form = new URLSearchParams(await text(request))
    requests.push(
      path === '/token'
        ? `${path} ${form.get('grant_type')} ${form.get('refresh_token') ?? ''}`.trim()
        : path,
    )
    if (lies.isBroken) return [503, { error: 'server_error' }]
    if (path.endsWith('/.well-known/openid-configuration'))
      return [
        200,
        claimsOf({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          end_session_endpoint: `${issuer}/logout`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
          ...lies.metadata,
        }),
      ]
    if (path === '/keys') return [200, { keys: [signer.jwk] }]
    if (path === '/userinfo') return lies.userinfo ? [200, lies.userinfo] : [404, { error: 'not_found' }]
    return path === '/token' ? tokenAnswer(form) : [404, { error: 'not_found' }]
  }
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  let server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const stop = async () => {
    vi.useRealTimers()
    server.close().closeAllConnections()
    await once(server, 'close')
  }

  return {
    issuer,
    lies,
    /** Requests, oldest first: path, and grant type of the token endpoint. */
    requests,
    stop,
    start: async () => {
      server = createServer(listener).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    /** Signs with another key, and publishes only that. */
    rotate: async (kid: string) => void (signer = await makeSigner(kid)),
    unsigned: (async (claims) => new UnsecuredJWT(claims).encode()) satisfies Signer,
    signWithPublicKey: ((claims) => signer.signWithPublicKey(claims)) satisfies Signer,
    signElsewhere: (await makeSigner('key-1')).sign,
    /**
     * Signs the person in.
     * @param url where our server redirected
     * @returns parameters of the callback
     */
    authorize: (url: string): URLSearchParams => {
      const wanted = new URL(url).searchParams
      const code = randomUUID()
      codes.set(code, { nonce: wanted.get('nonce') ?? '', challenge: wanted.get('code_challenge') ?? '' })
      return new URLSearchParams({ code, state: wanted.get('state') ?? '' })
    },
    logoutToken: (claims: Record<string, unknown> = {}, type = 'logout+jwt') =>
      (lies.sign ?? signer.sign)(
        claimsOf({
          iss: issuer,
          aud: CLIENT,
          iat: seconds(),
          exp: seconds() + 120,
          jti: randomUUID(),
          sub: 'anna',
          sid: 'sid-1',
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        }),
        type,
      ),
  }
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>

/** The cookies of a browser, without `SameSite`, which e2e tests cover. */
const createJar = () => {
  const cookies = new Map<string, string>()
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep: (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/max-age=0(?:;|$)/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
    copy: () => new Map(cookies),
    restore: (copy: ReadonlyMap<string, string>) => {
      cookies.clear()
      for (const [name, value] of copy) cookies.set(name, value)
    },
  }
}

const BACK_CHANNEL_LOGOUT = '/auth/back-channel-logout'
/** A request of the provider itself, without a browser. */
const logoutRequest = (token: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'none',
    'x-requested-by': '',
  },
  body: new URLSearchParams({ logout_token: token }).toString(),
})

/**
 * Our server, a provider, and one browser.
 * @param env further variables
 */
export const createSignIn = async (
  provider: Pick<TestProvider, 'issuer' | 'authorize'>,
  env: Readonly<Record<string, string>> = {},
) => {
  const harness: Harness = await createHarness(
    {
      AUTH_MODE: 'oidc',
      AUTH_KEYS: 'keys.json',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT,
      ...env,
    },
    {
      directory: directoryFrom(JSON.stringify(KEYS)),
      site: {
        build: 'b1',
        fetch: async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      },
    },
  )
  const jar = createJar()
  const go = async (path: string, init: Parameters<Harness['send']>[1] = {}) =>
    jar.keep(await harness.send(path, { cookie: jar.header(), ...init }))
  const begin = async (query = '') => (await go(`/auth/sign-in${query}`)).headers.get('location') ?? ''
  const finish = async (answer: URLSearchParams) =>
    (await go(`/auth/callback?${answer}`)).headers.get('location') ?? ''
  return {
    ...harness,
    pass: (ms: number) => {
      harness.pass(ms)
      vi.setSystemTime(harness.options.now())
    },
    jar,
    go,
    begin,
    finish,
    /** @returns where the browser ends up */
    signIn: async (query = '') => finish(provider.authorize(await begin(query))),
    session: async () => (await (await go('/api/session')).json()) as Record<string, unknown>,
    objects: async () => (await go('/api/v2/objs/')).status,
    logout: (token: string) => harness.send(BACK_CHANNEL_LOGOUT, logoutRequest(token)),
    /** The same at another server on the same database. */
    logoutElsewhere: async (token: string) =>
      createApp(harness.options).fetch(
        new Request(`${harness.options.config.publicUrl}${BACK_CHANNEL_LOGOUT}`, logoutRequest(token)),
      ),
  }
}
