import * as client from 'openid-client'
import type { OidcSettings } from '#/server/config/oidc.ts'
import { CLOCK_TOLERANCE_S, createDiscovery } from './discovery.ts'
import { isOddIdentity, isVerified, readClaims, type GroupsProblem } from '#/server/identity/claims.ts'
import type { Identity } from '#/server/session/identity.ts'
import type { Log } from '#/server/log.ts'
import type { PersonFacts } from '#/server/session/facts.ts'

/** Default validity of an answer without a lifetime, and its minimum. */
const GOOD_MS = 5 * 60_000
const GOOD_MIN_MS = 30_000
/** Longer hints do not fit into an address; the provider then asks the person. */
const MAX_HINT = 4_000

export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}
export type Provided = NonNullable<PersonFacts['provider']>
interface Vouched {
  readonly identity: Identity
  readonly provided: Provided
}

const ASYMMETRIC = /^(?:RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/** The subject in {@link Identity} and AUTH_KEYS. */
export const subjectOf = (issuer: string, sub: string): string => `${issuer}|${sub}`

/** @throws ClientError for an identity that may look like another */
const readIdentity = (
  claims: Claims,
  groupsClaim: string,
): { readonly identity: Identity; readonly groupsProblem: GroupsProblem | null } => {
  const person = readClaims(claims, groupsClaim)
  if (person === null || isOddIdentity(claims.sub)) throw new client.ClientError('odd identity')
  const { email, name, groups, groupsProblem } = person
  return {
    identity: { via: 'oidc', subject: subjectOf(claims.iss, claims.sub), email, name, groups: [...groups] },
    groupsProblem,
  }
}

export interface ProviderOptions {
  readonly settings: OidcSettings
  readonly redirectUri: string
  readonly now: () => number
  readonly monotonic: () => number
  readonly log: Log
}

/** Client of the company's OpenID Connect provider. Methods throw errors of openid-client and jose; see trouble.ts. */
export const createProvider = ({ settings, redirectUri, now, monotonic, log }: ProviderOptions) => {
  const { clientId, scope, groupsClaim } = settings
  const { known } = createDiscovery({ settings, now, monotonic })

  /** Claims of the token, completed by the user info endpoint. */
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
    /** Fetches the metadata, so that a wrong OIDC_ISSUER is reported at the start. */
    check: () =>
      known().then(
        () => undefined,
        () => undefined,
      ),

    /**
     * Address of the sign-in.
     * @param again requires credentials even with a session there
     */
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

    /**
     * Completes a sign-in.
     * @param answer parameters of the callback
     */
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

    /** Checks that the provider still knows the person, and updates facts. */
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

    /** Address that ends the provider's session, or null. */
    signOutUrl: async ({ id_token: hint }: Provided, afterwards: string): Promise<URL | null> => {
      const { configuration } = await known()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: afterwards,
        ...(hint.length <= MAX_HINT && { id_token_hint: hint }),
      })
    },

    /** Key and options to verify logout tokens. */
    verification: async () => {
      const { configuration, keys } = await known()
      const { issuer: name, id_token_signing_alg_values_supported: algorithms } =
        configuration.serverMetadata()
      return {
        keys,
        issuer: name,
        audience: clientId,
        // Never symmetric algorithms.
        algorithms: (algorithms ?? ['RS256']).filter((algorithm) => ASYMMETRIC.test(algorithm)),
      }
    },
  }
}

export type Provider = ReturnType<typeof createProvider>
