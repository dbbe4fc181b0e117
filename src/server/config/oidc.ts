import * as z from 'zod'
import { ConfigError, httpUrl, isLoopback, variable } from './variables.ts'

export const oidcVariables = {
  OIDC_ISSUER: variable(
    '',
    'Address of the provider as it calls itself (`issuer`). Required with AUTH_MODE=oidc; https unless its host is loopback.',
    httpUrl.optional(),
  ),
  OIDC_CLIENT_ID: variable(
    '',
    'What the provider calls Callboard. Required with AUTH_MODE=oidc.',
    z.string().optional(),
  ),
  OIDC_CLIENT_SECRET: variable(
    '',
    'What Callboard proves itself with to the provider. Unset: a public client, by PKCE alone.',
    z.string().optional(),
  ),
  OIDC_SCOPE: variable(
    'openid email profile',
    'What Callboard asks of the provider, separated by spaces; offline_access where refresh tokens need it.',
    z
      .string()
      .refine((scope) => scope.split(' ').includes('openid'), 'must name openid')
      .default('openid email profile'),
  ),
  OIDC_GROUPS_CLAIM: variable(
    'groups',
    "Name of the claim that holds a person's groups.",
    z.string().default('groups'),
  ),
}
const schema = z.object(oidcVariables)
type OidcEnvironment = z.infer<typeof schema>

export interface OidcSettings {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scope: string
  readonly groupsClaim: string
}

export const oidcOf = (env: OidcEnvironment): OidcSettings => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env
  if (!issuer || clientId === undefined)
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID are required with AUTH_MODE=oidc')
  if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname))
    throw new ConfigError('OIDC_ISSUER must be https unless its host is loopback')
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    scope: env.OIDC_SCOPE,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
  }
}
