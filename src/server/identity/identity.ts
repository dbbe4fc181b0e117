import * as z from 'zod'

export const identity = z.object({
  via: z.enum(['oidc', 'proxy']),
  /** Issuer and subject: stable when names and addresses change. */
  subject: z.string().min(1),
  email: z.string().nullable(),
  name: z.string().nullable(),
  groups: z.array(z.string()),
})
export type Identity = z.infer<typeof identity>

export const identityName = ({ name, email, subject }: Identity): string => email ?? name ?? subject
