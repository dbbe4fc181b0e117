import type { ComponentType } from 'react'

/*
 * Presentation mode hides numbers, names and sums. By cookie the server masks answers (src/server/privacy-mode)
 * and the page masks sums on display, as ratios need them. The code loads with the mode
 * (src/app/privacy-mode/begin-privacy-mode.tsx).
 */

/** Any value turns the mode on and seeds its masks. A session cookie. */
export const PRIVACY_MODE_COOKIE = 'callboard-presenting'

type Parameters = Readonly<Record<string, unknown>>

/** Replacements in presentation mode. */
export interface PrivacyMode {
  /** Masks are valid for one presentation. */
  readonly of: string
  readonly phone: (mask: string) => string
  readonly sum: string
  /** Says on every page that the mode is on. */
  readonly Bar: ComponentType
  /** Menu label. */
  readonly end: () => string
  /** Reason for disabled saving. */
  readonly noSaving: () => string
  /** Reason for disabled caller search. */
  readonly noCallers: () => string
  /** Parameters without masked content. */
  readonly readable: (raw: Parameters) => Parameters
  /** Names of removed filters, for history state. */
  readonly masked: (raw: Parameters) => { readonly masked?: readonly string[] }
}

/** Null: off. Constant for a page, as loaded data is masked or not. */
export let privacyMode: PrivacyMode | null = null

export const setPrivacyMode = (one: PrivacyMode | null): void => void (privacyMode = one)

/** The mask of a field that is a sum by its name, in records of any shape; null: shown as it is. */
export const sumMask = (name: string, value: unknown): string | null =>
  privacyMode !== null &&
  /price|cost|sum(?!m)|amount|fee|цен|стоим|сумм/i.test(name) &&
  value !== null &&
  (typeof value !== 'object' || Array.isArray(value))
    ? privacyMode.sum
    : null

export const isPresentedNow = (): boolean => document.cookie.includes('callboard-presenting=')
