import { createRemoteJWKSet, type RemoteJWKSet } from 'jose'
import * as client from 'openid-client'
import * as z from 'zod'
import type { OidcSettings } from '#/server/config/oidc.ts'

/** Clocks of two companies differ by so much. */
export const CLOCK_TOLERANCE_S = 60
/** A person is waiting. */
const TIMEOUT_S = 10
/** What the provider says of itself changes seldom. */
const DISCOVERY_MS = 3_600_000
/** After a failure it is asked again at most this often, however many people press Retry. */
const DISCOVERY_PAUSE_MS = 2_000

/** The method the provider names first of what a secret can do; where it names none, what the standard says. */
const secretBy =
  (secret: string): client.ClientAuth =>
  (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
      ? client.ClientSecretPost(secret)
      : client.ClientSecretBasic(secret))(server, ...rest)

interface Discovered {
  readonly configuration: client.Configuration
  readonly keys: RemoteJWKSet
  /** Milliseconds of the monotonic clock. */
  readonly at: number
}

/** How openid-client says that the metadata are of another issuer. */
const otherIssuerSchema = z.object({
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) }),
})

export interface DiscoveryOptions {
  readonly settings: OidcSettings
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly monotonic: () => number
}

/**
 * What the provider says of itself: asked when it is first needed, and again every hour. That it does not answer is no reason
 * not to start.
 */
export const createDiscovery = ({ settings, now, monotonic }: DiscoveryOptions) => {
  const { issuer, clientId, clientSecret } = settings
  let discovered: Discovered | null = null
  let toldIssuer: string | null = null
  let asking: Promise<Discovered> | null = null
  let failed: { readonly error: unknown; readonly at: number } | null = null

  /** The library reads the machine's clock. */
  const aheadSeconds = () => Math.round((now() - Date.now()) / 1000)

  /** The metadata of another issuer, most often of the same one with or without a slash at the end. */
  const tellOtherIssuer = (error: unknown) => {
    const own = otherIssuerSchema.safeParse(error).data?.cause.body.issuer
    if (own === undefined || own === toldIssuer) return
    toldIssuer = own
    console.error(
      `OIDC_ISSUER is ${issuer.href}, but the provider calls itself ${own}: the two must be the same`,
    )
  }

  const discover = async (): Promise<Discovered> => {
    const configuration = await client.discovery(
      issuer,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_S, [client.clockSkew]: aheadSeconds() },
      clientSecret === null ? client.None() : secretBy(clientSecret),
      {
        timeout: TIMEOUT_S,
        execute: [
          // The signature too, not only the connection it came by: keys are fetched again for one that is unknown.
          client.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    )
    const keysAt = new URL(configuration.serverMetadata().jwks_uri ?? '')
    if (keysAt.protocol !== issuer.protocol)
      throw new client.ClientError('jwks_uri is not as safe as the issuer')
    return { configuration, keys: createRemoteJWKSet(keysAt), at: monotonic() }
  }

  /** @throws what stands in the way, where it has never been known */
  const known = async (): Promise<Discovered> => {
    if (discovered && monotonic() - discovered.at < DISCOVERY_MS) return discovered
    if (failed && monotonic() - failed.at < DISCOVERY_PAUSE_MS) {
      if (discovered) return discovered
      throw failed.error
    }
    asking ??= discover().finally(() => (asking = null))
    try {
      discovered = await asking
      failed = null
    } catch (error) {
      tellOtherIssuer(error)
      failed = { error, at: monotonic() }
      if (!discovered) throw error
    }
    return discovered
  }

  return { known }
}
