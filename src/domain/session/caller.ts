import type { Scope } from '#/api/client.ts'
import { privacyMode } from '#/i18n/privacy-mode.ts'

/**
 * The journal's caller filter in history state: personal data, never in the address. `callerOf` is the principal:
 * history outlives a session, and the next user must not see it on Back. Linked numbers have no owner until used.
 */
export interface CallerState {
  readonly caller?: string
  readonly callerOf?: string
}

export const keepCaller = (caller: string | undefined, scope: Scope): CallerState =>
  caller ? { caller, callerOf: ownerOf(scope) } : {}

/** In presentation mode numbers are masks, valid for that presentation only. */
const ownerOf = ({ principal }: Scope): string => principal + (privacyMode?.of ?? '')

/** The caller, unless set by another account or in another presentation. */
export const readCaller = ({ caller, callerOf }: CallerState, scope: Scope): string | undefined =>
  (callerOf === undefined && !privacyMode) || callerOf === ownerOf(scope) ? caller : undefined
