import * as z from 'zod/mini'

/** An open session: one browser that is signed in. */
const openSession = z.object({
  /** Names it for `DELETE /api/sessions/:id`; opens nothing. */
  id: z.string(),
  /** How its person is called; null: signed in with a key (G22). */
  who: z.nullable(z.string()),
  by: z.enum(['key', 'oidc', 'proxy']),
  /** Where it was opened; null: before that was written down. */
  address: z.nullable(z.string()),
  /** What the browser calls itself. */
  agent: z.nullable(z.string()),
  /** Origin of the page that shows it in a frame; null: a window of its own. */
  portal: z.nullable(z.string()),
  /** When a screen on the wall ends, as `toISOString` writes it; null: a person's session. */
  wall_until: z.nullable(z.string()),
  /** As `toISOString` writes it. */
  opened: z.string(),
  seen: z.string(),
  /** The one that asks. */
  is_this: z.boolean(),
  /** One of the person's own. */
  is_mine: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>

/** `GET /api/sessions`: the person's own; with `all=1` those of all users, for who may `administer`. Newest first. */
export const sessionsAnswer = z.object({ sessions: z.array(openSession) })
export type SessionsAnswer = z.infer<typeof sessionsAnswer>
