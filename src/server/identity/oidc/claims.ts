import * as client from 'openid-client'
import { isOddIdentity, readClaims, type GroupsProblem } from '#/server/identity/claims.ts'
import type { Identity } from '#/server/session/identity.ts'

export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/** @throws ClientError for an identity that may look like another */
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

/** The subject in {@link Identity} and AUTH_KEYS. */
export const subjectOf = (issuer: string, sub: string): string => `${issuer}|${sub}`
