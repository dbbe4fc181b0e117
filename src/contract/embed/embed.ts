import * as z from 'zod/mini'

/*
 * Callboard in a frame of another page (docs/embedding.md). A frame on another site has a cookie jar of its own, so a
 * person signs in in a pop-up, which hands the frame a code that only the frame can use.
 */

/** The pop-up: a page of its own, in no frame; with the portal and the frame's challenge. */
export const EMBED_SIGN_IN = '/embed/sign-in'

/** 256 bits in base64url: a code, what proves whose it is, and the hash of that. */
export const secret = z.string().check(z.regex(/^[\w-]{43}$/))
/** An https origin, judged by the list. */
const portal = z.string().check(z.maxLength(300))

/** `GET /api/embed`, for whoever asks; 404 where no page may show Callboard. */
export const embedding = z.object({
  /** Origins that may show it; nothing that the page's own headers do not tell. */
  ancestors: z.array(z.string()),
  /** By which cookie a session is known in a frame: the ordinary one, on the same site only, or one of its own. */
  cookie: z.enum(['samesite', 'partitioned']),
})
export type Embedding = z.infer<typeof embedding>

/** Body of `POST /api/embed/codes`, by the pop-up. */
export const embedAuthCodeBody = z.object({
  portal,
  /** SHA-256 of the frame's verifier. */
  challenge: secret,
})
export type EmbedAuthCodeBody = z.infer<typeof embedAuthCodeBody>

/** Its answer, a code: good once, for a minute, with the verifier, for that portal. */
export const embedAuthCodeAnswer = z.object({ code: secret })

/** Body of `POST /api/embed/session`, by the frame. */
export const frameSessionBody = z.object({ portal, code: secret, verifier: secret })
export type FrameSessionBody = z.infer<typeof frameSessionBody>
