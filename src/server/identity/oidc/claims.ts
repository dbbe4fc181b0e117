import * as client from 'openid-client'
import { isOddIdentity, readClaims, type GroupsProblem } from '#/server/identity/claims.ts'
import type { Identity } from '#/server/identity/identity.ts'

/** What a provider says of a person, verified. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/**
 * Who that is.
 * @throws ClientError for a person who looks like another one than they are
 */
export const readIdentity = (
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

/** As {@link Identity} and AUTH_KEYS name a person. */
export const subjectOf = (issuer: string, sub: string): string => `${issuer}|${sub}`
