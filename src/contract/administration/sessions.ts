import * as z from 'zod/mini'

const openSession = z.object({
  /** For `DELETE /api/sessions/:id`; grants nothing. */
  id: z.string(),
  /** The person's name; null: signed in with a key (G22). */
  who: z.nullable(z.string()),
  by: z.enum(['key', 'oidc', 'proxy']),
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  portal: z.nullable(z.string()),
  wall_until: z.nullable(z.string()),
  opened: z.string(),
  seen: z.string(),
  is_this: z.boolean(),
  is_mine: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>

/** `GET /api/sessions`: the person's own; with `all=1` those of all users, which needs `administer`. Newest first. */
export const sessionsAnswer = z.object({ sessions: z.array(openSession) })
export type SessionsAnswer = z.infer<typeof sessionsAnswer>
