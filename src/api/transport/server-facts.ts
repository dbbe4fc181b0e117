import { watchable, type Watched } from './watched.ts'

/*
 * What every answer of our server tells besides its contents: which build it is, and what time it is there.
 */

const newBuild = watchable(false)
/** The server has another build than this page was opened from. */
export const hasNewBuild: Watched<boolean> = newBuild
let build: string | null = null

const skew = watchable(0)
/** Milliseconds by which this device's clock is behind the server's; 0 where they agree as well as can be told. */
export const clockSkew: Watched<number> = skew

/** The `Date` header has whole seconds, and the answer's way takes its time: less says nothing. */
const NOISE_MS = 60_000

/** The time it is, in milliseconds since 1970, also where this device's clock is wrong: for days and ages. */
export const currentTime = (): number => Date.now() + skew.now()

/** What an answer that is our server's own says of it. @param headers its headers */
export const noticeHeaders = (headers: Headers): void => {
  const at = Date.parse(headers.get('date') ?? '')
  noticeServer({ build: headers.get('x-callboard-build'), at: Number.isNaN(at) ? null : at })
}

/** @param facts its build, and the time it was there in milliseconds since 1970; null: it has not said */
export const noticeServer = (facts: { readonly build: string | null; readonly at: number | null }): void => {
  if (facts.build !== null) {
    build ??= facts.build
    if (facts.build !== build) newBuild.become(true)
  }
  if (facts.at === null) return
  const behind = facts.at - Date.now()
  if (Math.abs(behind) < NOISE_MS) skew.become(0)
  // Each answer tells it a little differently; the days of a page may not move with it.
  else if (Math.abs(behind - skew.now()) > NOISE_MS) skew.become(behind)
}

/** As for a freshly opened page. */
export const forgetServer = (): void => {
  build = null
  newBuild.become(false)
  skew.become(0)
}
