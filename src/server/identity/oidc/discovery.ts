import { createRemoteJWKSet, type RemoteJWKSet } from 'jose'
import * as client from 'openid-client'
import * as z from 'zod'
import type { OidcSettings } from '#/server/config/oidc.ts'

export const CLOCK_TOLERANCE_S = 60
/** Short, since a person is waiting. */
const TIMEOUT_S = 10
const DISCOVERY_MS = 3_600_000
const DISCOVERY_PAUSE_MS = 2_000

/** The provider's first method for secrets, else the standard's default. */
const secretBy =
  (secret: string): client.ClientAuth =>
  (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
      ? client.ClientSecretPost(secret)
      : client.ClientSecretBasic(secret))(server, ...rest)

interface Discovered {
  readonly configuration: client.Configuration
  readonly keys: RemoteJWKSet
  readonly at: number
}

const otherIssuerSchema = z.object({
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) }),
})

export interface DiscoveryOptions {
  readonly settings: OidcSettings
  readonly now: () => number
  readonly monotonic: () => number
}

/** The provider's metadata, fetched on demand and hourly, so that the server starts without the provider. */
export const createDiscovery = ({ settings, now, monotonic }: DiscoveryOptions) => {
  const { issuer, clientId, clientSecret } = settings
  let discovered: Discovered | null = null
  let reportedIssuer: string | null = null
  let discovery: Promise<Discovered> | null = null
  let failed: { readonly error: unknown; readonly at: number } | null = null

  /** openid-client uses the system clock. */
  const aheadSeconds = () => Math.round((now() - Date.now()) / 1000)

  /** Metadata of another issuer, mostly the same with or without a trailing slash. */
  const tellOtherIssuer = (error: unknown) => {
    const own = otherIssuerSchema.safeParse(error).data?.cause.body.issuer
    if (own === undefined || own === reportedIssuer) return
    reportedIssuer = own
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
          // Verifies signatures besides TLS; unknown keys are fetched again.
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

  /** @throws the error, if the metadata were never fetched */
  const known = async (): Promise<Discovered> => {
    if (discovered && monotonic() - discovered.at < DISCOVERY_MS) return discovered
    if (failed && monotonic() - failed.at < DISCOVERY_PAUSE_MS) {
      if (discovered) return discovered
      throw failed.error
    }
    discovery ??= discover().finally(() => (discovery = null))
    try {
      discovered = await discovery
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
