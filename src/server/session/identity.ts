import * as z from 'zod'
import type { Rights } from '#/contract/session.ts'

export const identity = z.object({
  via: z.enum(['oidc', 'proxy']),
  /** Issuer and subject: stable when names and addresses change. */
  subject: z.string().min(1),
  email: z.string().nullable(),
  name: z.string().nullable(),
  groups: z.array(z.string()),
})
export type Identity = z.infer<typeof identity>

interface Grant {
  readonly account: string
  readonly key: string
  readonly rights: Rights
}
/** Accounts and rights of who comes in; `identity/directory.ts` reads them in AUTH_KEYS. */
export interface Grants {
  readonly grantOf: (identity: Identity) => Grant | null
  /**
   * Rights of users of the API's own password or key.
   * @param email null: by key
   */
  readonly rightsOf: (email: string | null) => Rights
}

export const identityName = ({ name, email, subject }: Identity): string => email ?? name ?? subject
