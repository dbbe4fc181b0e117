import * as z from 'zod'
import type { Identity } from '#/server/identity/identity.ts'

/** What a provider says of a person, verified. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

const text = z.string().min(1).nullable().catch(null)
const groups = z
  .union([z.array(z.unknown()), z.string()])
  .transform((said) => [said].flat().filter((one) => typeof one === 'string'))
  .catch([])

/** Some providers write truth values as texts. */
const isDenied = (value: unknown) => value === false || value === 'false'

/**
 * Who that is. An address counts unless the provider itself says that it is not verified.
 * @param groupsClaim its value: texts, or one text that is one group; anything else is no group
 */
export const readIdentity = (claims: Claims, groupsClaim: string): Identity => ({
  via: 'oidc',
  subject: subjectOf(claims.iss, claims.sub),
  email: isDenied(claims['email_verified']) ? null : text.parse(claims['email']),
  name: text.parse(claims['name']),
  groups: groups.parse(claims[groupsClaim]),
})

/** As {@link Identity} and AUTH_KEYS name a person. */
export const subjectOf = (issuer: string, sub: string): string => `${issuer}|${sub}`
