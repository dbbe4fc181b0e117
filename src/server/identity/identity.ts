import * as z from 'zod'

/** Who the company's sign-in says somebody is. */
export const identity = z.object({
  /** What vouches for them. */
  via: z.enum(['oidc', 'proxy']),
  /** The one who vouches, and its name for the person: never somebody else's, however names and addresses change. */
  subject: z.string().min(1),
  /** Verified by the one who vouches; null: it says none. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  groups: z.array(z.string()),
})
export type Identity = z.infer<typeof identity>

/** How the person is called where somebody reads it. */
export const identityName = ({ name, email, subject }: Identity): string => email ?? name ?? subject
