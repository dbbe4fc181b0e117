import * as z from 'zod/mini'

/** Sample accounts, by what they are there to show. */
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

/** A sample account that the embedded service offers on the sign-in page. */
const sampleSignIn = z.object({
  email: z.string(),
  password: z.string(),
  /** What the account is there to show; the page has words for it in both languages. */
  account: z.enum(SAMPLE_ACCOUNTS),
  /** The same in English, for the terminal. */
  role: z.string(),
})
export type SampleSignIn = z.infer<typeof sampleSignIn>

/** Who is signed in, as the browser may know it: never a key. Names are null for a session opened by API key (G22). */
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
 * What a person may do besides reading: take contacts out as files, listen to recordings, see callers' numbers, and see
 * who does what (audit log, all sessions). The server enforces all of them.
 */
export const RIGHTS = ['export', 'listen', 'numbers', 'administer'] as const
export const right = z.enum(RIGHTS)
export type Right = z.infer<typeof right>
export type Rights = ReadonlySet<Right>

/**
 * Why someone the company knows does not come in: no account is theirs, or the API refuses the key that AUTH_KEYS has for
 * it, which neither they nor another sign-in can mend.
 */
export type RefusedBecause = 'no_account' | 'key_refused'

/**
 * `GET /api/session`, and the answer of `POST /api/session`: our own server's, not the vendor's. `user` and
 * `principal` are null while signed out; `sample` is null in front of a real API.
 */
export const session = z.object({
  principal: z.nullable(z.string()),
  user: z.nullable(sessionUser),
  /** What the user may do here; nothing while signed out. */
  rights: z.array(right),
  /** How people sign in: here, at the company's provider, or at the proxy in front. */
  sign_in: z.enum(['session', 'oidc', 'proxy']),
  /** Seconds until the session ends unless its person does something; null while signed out. */
  ends_in: z.nullable(z.number()),
  /** Signing out means something: false where the proxy in front would sign the person in again at once. */
  sign_out: z.boolean(),
  /** The company knows this person, who does not come in all the same: how it calls them. */
  refused: z.nullable(z.string()),
  /** Why: a {@link RefusedBecause}; null unless someone is refused. */
  refused_because: z.nullable(z.string()),
  /** Whom to ask for access; null: the server has not been told. */
  ask: z.nullable(z.string()),
  sample: z.nullable(z.array(sampleSignIn)),
  /** Where help is, and whom to ask, as the operator says; nulls: nothing is said. */
  help: z.object({ url: z.nullable(z.string()), text: z.nullable(z.string()) }),
  /** This browser is a screen on the wall: it may see the figures of `/live` and nothing else. */
  wall: z.boolean(),
  /** The server makes PDFs of reports; absent: it does not. */
  makes_pdf: z.optional(z.boolean()),
})
export type Session = z.infer<typeof session>

/** Answer of `DELETE /api/session` where the company has to be left too; otherwise it is empty. */
export const signedOut = z.object({
  /** Where the browser goes now. */
  to: z.string(),
})
export type SignedOut = z.infer<typeof signedOut>

/** Body of `POST /api/session` (G22). */
export const apiKeyBody = z.object({ api_key: z.string().check(z.minLength(1), z.maxLength(512)) })
