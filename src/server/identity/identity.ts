import * as z from 'zod'

/** A person as identified by the company's sign-in. */
export const identity = z.object({
  /** What vouches for them. */
  via: z.enum(['oidc', 'proxy']),
  /** Issuer and subject: they stay one person's, however names and addresses change. */
  subject: z.string().min(1),
  /** Verified by the one who vouches; null: it says none. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  groups: z.array(z.string()),
})
export type Identity = z.infer<typeof identity>

/** The person's display name. */
export const identityName = ({ name, email, subject }: Identity): string => email ?? name ?? subject
