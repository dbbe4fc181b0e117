import { toFrame, type ToFrame } from '#/contract/embed/messages.ts'

/*
 * Frame sign-in by pop-up: a verifier stays in the frame's memory, the pop-up gets a code for its hash and posts
 * it to its opener if that is our origin.
 */

const base64url = (bytes: Uint8Array<ArrayBuffer>): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export interface Proof {
  readonly verifier: string
  /** SHA-256 of the verifier. */
  readonly challenge: string
}

export const makeProof = async (): Promise<Proof> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(hash)) }
}

/** Top-level origin, whose cookie partition is used; null: unknown or ambiguous. */
export const portalOf = (listed: readonly string[]): string | null => {
  const above = 'ancestorOrigins' in location ? [...location.ancestorOrigins] : []
  return above.at(-1) ?? (listed.length === 1 ? (listed[0] ?? null) : null)
}

/** The code from our own pop-up; null: other messages. */
export const codeOf = (
  { origin, source, data }: MessageEvent<unknown>,
  popUp: Window | null,
): string | null => {
  if (popUp === null || source !== popUp || origin !== location.origin) return null
  const message = toFrame.safeParse(data)
  return message.success ? message.data.code : null
}

export const handBack = (opener: Window, code: string): void =>
  opener.postMessage({ type: 'code', code } satisfies ToFrame, location.origin)
