import * as z from 'zod/mini'

/*
 * Embedding in another site (docs/embedding.md). A frame has a cookie jar of its own, so a person signs in in
 * a pop-up, which gives the frame a code that only the frame can use.
 */

export const EMBED_SIGN_IN = '/embed/sign-in'

/** 256 bits in base64url: the code, its verifier, and the challenge. */
export const secret = z.string().check(z.regex(/^[\w-]{43}$/))
const portal = z.string().check(z.maxLength(300))

/** `GET /api/embed`, without a session; 404 where embedding is off. */
export const embedding = z.object({
  ancestors: z.array(z.string()),
  /** Cookie of framed sessions: the ordinary one (same site only), or a partitioned one. */
  cookie: z.enum(['samesite', 'partitioned']),
})
export type Embedding = z.infer<typeof embedding>

/** Body of `POST /api/embed/codes`, sent by the pop-up. */
export const embedAuthCodeBody = z.object({
  portal,
  /** SHA-256 of the frame's verifier. */
  challenge: secret,
})
export type EmbedAuthCodeBody = z.infer<typeof embedAuthCodeBody>

/** A code: usable once, for a minute, with the verifier, by that portal. */
export const embedAuthCodeAnswer = z.object({ code: secret })

/** Body of `POST /api/embed/session`, sent by the frame. */
export const frameSessionBody = z.object({ portal, code: secret, verifier: secret })
export type FrameSessionBody = z.infer<typeof frameSessionBody>
