import { createStore } from '@tanstack/react-store'

/* Build and time of the server, from every answer. */

/** A newer build than this page's. */
export const hasNewBuild = createStore(false)
let build: string | null = null

/** Server time minus device time in milliseconds; 0 if about equal. */
export const clockSkew = createStore(0)

/** `Date` has whole seconds plus latency. */
const NOISE_MS = 60_000

/** Server time in epoch milliseconds, for days and ages. */
export const currentTime = (): number => Date.now() + clockSkew.state

/** What an answer that is our server's own says of it. @param headers its headers */
export const noticeHeaders = (headers: Headers): void => {
  const at = Date.parse(headers.get('date') ?? '')
  noticeServer({ build: headers.get('x-callboard-build'), at: Number.isNaN(at) ? null : at })
}

/** @param facts build and epoch milliseconds; null: not given */
export const noticeServer = (facts: { readonly build: string | null; readonly at: number | null }): void => {
  if (facts.build !== null) {
    build ??= facts.build
    if (facts.build !== build) hasNewBuild.setState(() => true)
  }
  if (facts.at === null) return
  const behind = facts.at - Date.now()
  if (Math.abs(behind) < NOISE_MS) clockSkew.setState(() => 0)
  // Ignores jitter, so that days don't change.
  else if (Math.abs(behind - clockSkew.state) > NOISE_MS) clockSkew.setState(() => behind)
}

export const forgetServer = (): void => {
  build = null
  hasNewBuild.setState(() => false)
  clockSkew.setState(() => 0)
}
