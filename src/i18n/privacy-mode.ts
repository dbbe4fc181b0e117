import type { ComponentType } from 'react'

/*
 * Presentation mode: no number, name or sum of money is shown while others see the screen. A cookie says so to our
 * server, which masks what it answers (src/server/privacy-mode), and to the page, which masks sums: what is divided by
 * them must stay right, so that only what is shown of them goes. Its code comes with the mode
 * (src/app/privacy-mode/begin-privacy-mode.tsx): here is only where it is put.
 */

/** Any value of it means that the mode is on; the masks of the visit are made with it. It goes with the browser's session. */
export const PRESENTING_COOKIE = 'callboard-presenting'

type Parameters = Readonly<Record<string, unknown>>

/** What a page that is shown to others says in place of what it does otherwise. */
export interface Presenting {
  /** What tells one presentation from another: a mask of one means nothing in the next. */
  readonly of: string
  readonly phone: (mask: string) => string
  readonly sum: string
  /** Says on every page that the mode is on. */
  readonly Bar: ComponentType
  /** Ends the mode, in a menu. */
  readonly end: () => string
  /** Why nothing can be saved that came masked. */
  readonly noSaving: () => string
  /** Why callers cannot be searched. */
  readonly noCallers: () => string
  /** What of an address's parameters others may read: all but filters that hold what is masked, unless it is a mask. */
  readonly readable: (raw: Parameters) => Parameters
  /** For the history entry: which filters these are. */
  readonly masked: (raw: Parameters) => { readonly masked?: readonly string[] }
}

/** Null: the mode is off. It stays so, or on, while a page is open: what the page holds was masked, or was not. */
export let presenting: Presenting | null = null

export const beginPresenting = (one: Presenting | null): void => void (presenting = one)

/** What the cookie says now: another page may have turned the mode on or off since this one was loaded. */
export const isPresentedNow = (): boolean => document.cookie.includes('callboard-presenting=')
