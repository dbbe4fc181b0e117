import { ApiError } from '#/api/error.ts'
import type { ObjRead } from '#/contract/object.ts'
import { toScriptConfigBody, type ScriptConfigBody } from '#/contract/script-config.ts'
import { codesOf, diffConfig, isSameConfig, type Draft } from './draft.ts'

/** The two requests that a save is made of. Both reject with `ApiError`. */
export interface Service {
  /** The object as it is now, never an answer that was on its way before. */
  readonly read: () => Promise<ObjRead>
  readonly send: (body: ScriptConfigBody) => Promise<unknown>
}

/** How a save ended that did not fail (G11). */
export type SaveOutcome =
  /** Sent, read again, the same. */
  | { readonly kind: 'saved'; readonly draft: Draft }
  /** Nothing was sent: the service has these options already. */
  | { readonly kind: 'already' }
  /** Nothing was sent: the service has others than the edits were made on. */
  | { readonly kind: 'conflict'; readonly theirs: readonly string[] }
  /** Nothing was sent: an option of the draft has lost its code. */
  | { readonly kind: 'unsendable' }
  /** Nothing was sent: the object could not be read. */
  | { readonly kind: 'not-sent'; readonly error: unknown }
  /** Sent and accepted, but the service has others now. */
  | { readonly kind: 'kept-other'; readonly draft: Draft; readonly kept: readonly string[] }
  /** Sent and accepted, but the object could not be read again. */
  | { readonly kind: 'unchecked'; readonly draft: Draft; readonly error: unknown }

type Read = { readonly object: ObjRead; readonly on: readonly string[] } | { readonly error: unknown }

const attemptRead = async ({ read }: Service): Promise<Read> => {
  try {
    const object = await read()
    return object.script_config === null
      ? { error: new ApiError('bad-response') }
      : { object, on: object.script_config }
  } catch (error) {
    return { error }
  }
}

/**
 * Sends exactly the chosen options, unless the object has changed since the edits began; then reads it again and compares.
 * Rejects with the `ApiError` of the request that writes, and with no other.
 */
export const saveOptions = async (service: Service, draft: Draft): Promise<SaveOutcome> => {
  const { base, chosen } = draft
  const before = await attemptRead(service)
  if ('error' in before) return { kind: 'not-sent', error: before.error }
  if (isSameConfig(before.on, chosen)) return { kind: 'already' }
  if (!isSameConfig(before.on, base)) return { kind: 'conflict', theirs: before.on }
  const codes = codesOf(before.object)
  if (diffConfig(draft, codes).unknown.length > 0) return { kind: 'unsendable' }
  await service.send(toScriptConfigBody(chosen, codes))
  const after = await attemptRead(service)
  if ('error' in after) return { kind: 'unchecked', draft, error: after.error }
  return isSameConfig(after.on, chosen)
    ? { kind: 'saved', draft }
    : { kind: 'kept-other', draft, kept: after.on }
}

/** What became of a save whose answer or comparison was lost. */
export type CheckOutcome =
  | Extract<SaveOutcome, { kind: 'saved' | 'conflict' | 'kept-other' }>
  | { readonly kind: 'not-saved' }

/**
 * Reads the object to tell whether `draft` was saved.
 * @param wasAccepted the service answered the save with success: another set now is what it kept
 * Rejects with the `ApiError` of the reading.
 */
export const checkOptions = async (
  service: Service,
  draft: Draft,
  wasAccepted: boolean,
): Promise<CheckOutcome> => {
  const now = await attemptRead(service)
  if ('error' in now) throw now.error
  if (isSameConfig(now.on, draft.chosen)) return { kind: 'saved', draft }
  if (wasAccepted) return { kind: 'kept-other', draft, kept: now.on }
  return isSameConfig(now.on, draft.base) ? { kind: 'not-saved' } : { kind: 'conflict', theirs: now.on }
}
