import { toFrame, type ToFrame } from '#/contract/embed/messages.ts'

/*
 * A frame on another site signs in by a pop-up: it makes a verifier, which never leaves its memory, the pop-up gets a
 * code for the verifier's hash, and hands it back to whoever has opened it, if that is a page of ours.
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

/**
 * Origin of the page at the top, in whose jar the frame's cookie will be; null: this browser does not tell, and it may be
 * one of several.
 */
export const portalOf = (listed: readonly string[]): string | null => {
  const above = 'ancestorOrigins' in location ? [...location.ancestorOrigins] : []
  return above.at(-1) ?? (listed.length === 1 ? (listed[0] ?? null) : null)
}

/** The code, if a message brings it and comes from our own page in the pop-up that was opened here; else null. */
export const codeOf = (
  { origin, source, data }: MessageEvent<unknown>,
  popUp: Window | null,
): string | null => {
  if (popUp === null || source !== popUp || origin !== location.origin) return null
  const message = toFrame.safeParse(data)
  return message.success ? message.data.code : null
}

/** Hands the code to the frame that has opened this window: the browser delivers it to a page of our own origin only. */
export const handBack = (opener: Window, code: string): void =>
  opener.postMessage({ type: 'code', code } satisfies ToFrame, location.origin)
