import * as client from 'openid-client'
import type { OidcSettings } from '#/server/config/oidc.ts'
import { readIdentity, type Claims } from './claims.ts'
import { CLOCK_TOLERANCE_S, createDiscovery } from './discovery.ts'
import { isVerified } from '#/server/identity/claims.ts'
import type { Identity } from '#/server/identity/identity.ts'
import type { Log } from '#/server/log.ts'
import type { PersonFacts } from '#/server/session/facts.ts'

/** An answer that says no time of its own is good for so long; none for less than half a minute. */
const GOOD_MS = 5 * 60_000
const GOOD_MIN_MS = 30_000
/** Longer ones do not fit into an address; the provider then asks the person. */
const MAX_HINT = 4_000

/** What the browser and the provider have to bring back together. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}
/** What of a session the provider gave. */
export type Provided = NonNullable<PersonFacts['provider']>
/** The company's word for a person, and until when it is good. */
interface Vouched {
  readonly identity: Identity
  readonly provided: Provided
}

const ASYMMETRIC = /^(?:RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

export interface ProviderOptions {
  readonly settings: OidcSettings
  /** Our callback, as the provider knows it. */
  readonly redirectUri: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly monotonic: () => number
  readonly log: Log
}

/**
 * The company's OpenID Connect provider. Its methods throw what openid-client and jose throw; `troubleOf` of
 * trouble.ts says what that means.
 */
export const createProvider = ({ settings, redirectUri, now, monotonic, log }: ProviderOptions) => {
  const { clientId, scope, groupsClaim } = settings
  const { known } = createDiscovery({ settings, now, monotonic })

  /** What the token says, and what it leaves out and the provider tells on request. */
  const claimsOf = async (
    configuration: client.Configuration,
    accessToken: string,
    token: client.IDToken,
  ): Promise<Claims> => {
    const isComplete = token[groupsClaim] !== undefined && token['email'] !== undefined
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return token
    const userInfo = await client.fetchUserInfo(configuration, accessToken, token.sub)
    const areVerified = [userInfo, token].every((one) => isVerified(one['email_verified']))
    // The stricter of the two.
    return { ...userInfo, ...token, ...(!areVerified && { email_verified: false }) }
  }

  /** @throws ClientError */
  const personOf = async (
    configuration: client.Configuration,
    accessToken: string,
    token: client.IDToken,
  ): Promise<Identity> => {
    if (token.iat * 1000 > now() + CLOCK_TOLERANCE_S * 1000)
      throw new client.ClientError('issued in the future')
    const { identity, groupsProblem } = readIdentity(
      await claimsOf(configuration, accessToken, token),
      groupsClaim,
    )
    if (groupsProblem !== null) log({ event: 'identity-groups', problem: groupsProblem, request_id: null })
    return identity
  }

  const goodUntil = (tokens: client.TokenEndpointResponseHelpers) => {
    const seconds = tokens.expiresIn()
    return now() + (seconds === undefined ? GOOD_MS : Math.max(seconds * 1_000, GOOD_MIN_MS))
  }

  return {
    /** Asks the provider who it is, so that a wrong OIDC_ISSUER is told before anybody signs in. */
    check: () =>
      known().then(
        () => undefined,
        () => undefined,
      ),

    /** Where the browser goes to sign in. @param again asks for credentials even if the provider still has a session */
    signInUrl: async ({ state, nonce, verifier }: SignInSecrets, again: boolean): Promise<URL> => {
      const { configuration } = await known()
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login' }),
      })
    },

    /** Whom the provider vouches for. @param answer the parameters it has sent the browser back with */
    finish: async (answer: URLSearchParams, { state, nonce, verifier }: SignInSecrets): Promise<Vouched> => {
      const { configuration } = await known()
      const url = new URL(`${redirectUri}?${answer}`)
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const token = tokens.claims()
      if (!token || tokens.id_token === undefined) throw new client.ClientError('no ID token')
      return {
        identity: await personOf(configuration, tokens.access_token, token),
        provided: {
          sid: typeof token['sid'] === 'string' ? token['sid'] : null,
          id_token: tokens.id_token,
          refresh_token: tokens.refresh_token ?? null,
          good_until: goodUntil(tokens),
        },
      }
    },

    /** Asks again for a person: the provider may no longer know them, or tell something else about them. */
    renew: async (refreshToken: string, identity: Identity, provided: Provided): Promise<Vouched> => {
      const { configuration } = await known()
      const tokens = await client.refreshTokenGrant(configuration, refreshToken)
      const token = tokens.claims()
      const renewed = token ? await personOf(configuration, tokens.access_token, token) : identity
      if (renewed.subject !== identity.subject) throw new client.ClientError('another person')
      return {
        identity: renewed,
        provided: {
          ...provided,
          id_token: tokens.id_token ?? provided.id_token,
          refresh_token: tokens.refresh_token ?? refreshToken,
          good_until: goodUntil(tokens),
        },
      }
    },

    /** Where the browser goes to end the session at the provider too; null: the provider has no such place. */
    signOutUrl: async ({ id_token: hint }: Provided, afterwards: string): Promise<URL | null> => {
      const { configuration } = await known()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: afterwards,
        ...(hint.length <= MAX_HINT && { id_token_hint: hint }),
      })
    },

    /** What a token that the provider sends by itself is verified with. */
    verification: async () => {
      const { configuration, keys } = await known()
      const { issuer: name, id_token_signing_alg_values_supported: algorithms } =
        configuration.serverMetadata()
      return {
        keys,
        issuer: name,
        audience: clientId,
        // Never one whose key is the public one.
        algorithms: (algorithms ?? ['RS256']).filter((algorithm) => ASYMMETRIC.test(algorithm)),
      }
    },
  }
}

export type Provider = ReturnType<typeof createProvider>
