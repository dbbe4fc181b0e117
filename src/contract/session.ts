import * as z from 'zod/mini'

const SAMPLE_ACCOUNTS = [
  'agency_manager',
  'marketer',
  'small_marketer',
  'client',
  'statistics_only',
  'no_objects',
  'edge_cases',
] as const
export type SampleAccount = (typeof SAMPLE_ACCOUNTS)[number]

const sampleSignIn = z.object({
  email: z.string(),
  password: z.string(),
  /** What the account shows; the page has texts for it. */
  account: z.enum(SAMPLE_ACCOUNTS),
  /** The same in English, for the terminal. */
  role: z.string(),
})
export type SampleSignIn = z.infer<typeof sampleSignIn>

/** The signed-in user, never with a key. Names are null for a session opened by API key (G22). */
export const sessionUser = z.object({
  email: z.nullable(z.string()),
  contact_name: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  agency: z.nullable(z.string()),
  is_agency_manager: z.boolean(),
  roles: z.array(z.string()),
})
export type SessionUser = z.infer<typeof sessionUser>

/**
 * Rights beyond reading: export files, listen to recordings, see callers' numbers, and administer (audit log,
 * all sessions). Enforced by the server.
 */
export const RIGHTS = ['export', 'listen', 'numbers', 'administer'] as const
export const right = z.enum(RIGHTS)
export type Right = z.infer<typeof right>
export type Rights = ReadonlySet<Right>

/** Why a person known to the company gets no access: no account, or the API refuses the key in AUTH_KEYS. */
export type RefusedBecause = 'no_account' | 'key_refused'

/**
 * `GET /api/session`, and the answer of `POST /api/session`. `user` and `principal` are null when signed out;
 * `sample` is null with a real API.
 */
export const session = z.object({
  principal: z.nullable(z.string()),
  user: z.nullable(sessionUser),
  rights: z.array(right),
  sign_in: z.enum(['session', 'oidc', 'proxy']),
  /** Seconds until the session ends without activity; null when signed out. */
  ends_in: z.nullable(z.number()),
  /** False where the proxy would sign the person in again at once. */
  sign_out: z.boolean(),
  refused: z.nullable(z.string()),
  refused_because: z.nullable(z.string()),
  ask: z.nullable(z.string()),
  sample: z.nullable(z.array(sampleSignIn)),
  help: z.object({ url: z.nullable(z.string()), text: z.nullable(z.string()) }),
  /** A kiosk browser, which may see the figures of `/live` only. */
  wall: z.boolean(),
  makes_pdf: z.optional(z.boolean()),
})
export type Session = z.infer<typeof session>

/** Answer of `DELETE /api/session` if the company's session must end too; otherwise empty. */
export const signedOut = z.object({
  to: z.string(),
})
export type SignedOut = z.infer<typeof signedOut>

/** Body of `POST /api/session` (G22). */
export const apiKeyBody = z.object({ api_key: z.string().check(z.minLength(1), z.maxLength(512)) })
