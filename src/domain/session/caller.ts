import type { Scope } from '#/api/client.ts'
import { presenting } from '#/i18n/privacy-mode.ts'

/**
 * The journal's caller filter as a history entry keeps it: personal data, so never in the address. `callerOf` is the
 * principal who set it: the entries of a tab outlive a session, and the next person must not read it on the way Back.
 * A number that came by a link has no owner until the journal is used.
 */
export interface CallerState {
  readonly caller?: string
  readonly callerOf?: string
}

export const keepCaller = (caller: string | undefined, scope: Scope): CallerState =>
  caller ? { caller, callerOf: ownerOf(scope) } : {}

/** In a presentation a number is a mask of that presentation: what was set before it is not shown in it, nor after it. */
const ownerOf = ({ principal }: Scope): string => principal + (presenting?.of ?? '')

/** The caller, unless another account has set it, or the same in another presentation. */
export const readCaller = ({ caller, callerOf }: CallerState, scope: Scope): string | undefined =>
  (callerOf === undefined && !presenting) || callerOf === ownerOf(scope) ? caller : undefined
