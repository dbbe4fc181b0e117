import { whyNoAnswer, type NoAnswer } from '#/api/transport/in-between.ts'
import { noteMissingPart } from '#/domain/notice/missing-part.ts'
import { noticeExpiry } from './expiry.ts'

/*
 * Missing chunks: a new version, no network, or an expired company sign-in. The router would always reload, which
 * helps only the first and loops with the last.
 */

const tellExpiry = async () => {
  if ((await whyNoAnswer()) === 'sso-required') noticeExpiry()
}

/** Handles Vite's preload errors first. @returns unsubscribe */
export const hearMissingParts = (): (() => void) => {
  const heard = (event: VitePreloadErrorEvent) => {
    const { payload } = event
    noteMissingPart(payload)
    // The router reloads on the original message.
    payload.message = 'A part of the app has not come'
    void tellExpiry()
  }
  addEventListener('vite:preloadError', heard)
  return () => removeEventListener('vite:preloadError', heard)
}

const MARK = 'callboard.reloaded'
const AGAIN_MS = 30_000

/**
 * Finds the cause of a missing chunk.
 * @returns the cause; if our server answers, reloads at most every half minute
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
    // Without storage loops can't be detected, so the user reloads.
  }
  return why
}
