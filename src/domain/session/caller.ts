import type { Scope } from '#/api/client.ts'

/**
 * The journal's caller filter as a history entry keeps it: personal data, so never in the address. `callerOf` is the
 * principal who set it: the entries of a tab outlive a session, and the next person must not read it on the way Back.
 * A number that came by a link has no owner until the journal is used.
 */
export interface CallerState {
  readonly caller?: string
  readonly callerOf?: string
}

export const keepCaller = (caller: string | undefined, { principal }: Scope): CallerState =>
  caller ? { caller, callerOf: principal } : {}

/** The caller, unless another account has set it. */
export const readCaller = ({ caller, callerOf }: CallerState, { principal }: Scope): string | undefined =>
  callerOf === undefined || callerOf === principal ? caller : undefined
