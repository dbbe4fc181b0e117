import { whyNoAnswer, type NoAnswer } from '#/api/transport/in-between.ts'
import { noteMissingPart } from '#/domain/notice/missing-part.ts'
import { noticeExpiry } from './expiry.ts'

/*
 * A part of the app that is loaded when it is needed has not come: there is a new version without it, the network is
 * gone, or the company's sign-in answered in its place. The router would reload the page in each case; only the first is
 * helped by that, and the last would go round in circles.
 */

const tellExpiry = async () => {
  if ((await whyNoAnswer()) === 'sso-required') noticeExpiry()
}

/** Vite tells of a part that has not come before the error goes on to whoever wanted it. @returns what ends that */
export const hearMissingParts = (): (() => void) => {
  const heard = (event: VitePreloadErrorEvent) => {
    const { payload } = event
    noteMissingPart(payload)
    // By its usual words the router would know it, and reload.
    payload.message = 'A part of the app has not come'
    void tellExpiry()
  }
  addEventListener('vite:preloadError', heard)
  return () => removeEventListener('vite:preloadError', heard)
}

const MARK = 'callboard.reloaded'
const AGAIN_MS = 30_000

/**
 * For a page that cannot be shown without its part.
 * @returns why it has not come; where our server answers, the page is loaded anew, once in half a minute
 */
export const explainMissingPart = async (): Promise<NoAnswer> => {
  const why = await whyNoAnswer()
  if (why !== 'ours') return why
  try {
    const before = Number(sessionStorage.getItem(MARK) ?? 0)
    if (Math.abs(Date.now() - before) < AGAIN_MS) return why
    sessionStorage.setItem(MARK, String(Date.now()))
    location.reload()
  } catch {
    // Without a store nothing would end a loop: the person reloads.
  }
  return why
}
