import { ApiError } from '#/api/error.ts'

/** Edits that are not saved. */
export interface Draft<V> {
  /** What was there when the edits began. */
  readonly base: V
  /** What is to be there. */
  readonly chosen: V
}

/** Where a value is kept: the requests that a save is made of, which reject with `ApiError`. `R`: what a reading answers. */
export interface Keeper<R, V> {
  /** The record as it is now, never an answer that was on its way before. */
  readonly read: () => Promise<R>
  /** What of a record is saved; null: that cannot be read. */
  readonly valueOf: (record: R) => V | null
  readonly isSame: (a: V, b: V) => boolean
  /**
   * What sends a value; null: it cannot be written.
   * @param record what was read before; null where nothing is
   */
  readonly sending: (value: V, record: R | null) => (() => Promise<unknown>) | null
  /** Whether the record is read before anything is sent, so that another user's change is not overwritten. */
  readonly readsFirst: boolean
}

/** How a save ended that did not fail (G11). */
export type SaveOutcome<V> =
  /** Sent, read again, the same. */
  | { readonly kind: 'saved'; readonly draft: Draft<V> }
  /** Nothing was sent: the service has this already. */
  | { readonly kind: 'already' }
  /** Nothing was sent: the service has something else than the edits were made on. */
  | { readonly kind: 'conflict'; readonly theirs: V }
  /** Nothing was sent: the value cannot be written any more. */
  | { readonly kind: 'unsendable' }
  /** Nothing was sent: the record could not be read. */
  | { readonly kind: 'not-sent'; readonly error: unknown }
  /** Sent and accepted, but the service has something else now. */
  | { readonly kind: 'kept-other'; readonly draft: Draft<V>; readonly kept: V }
  /** Sent and accepted, but the record could not be read again. */
  | { readonly kind: 'unchecked'; readonly draft: Draft<V>; readonly error: unknown }

type Reading<R, V> = { readonly record: R; readonly value: V } | { readonly error: unknown }

const attempt = async <R, V>({ read, valueOf }: Keeper<R, V>): Promise<Reading<R, V>> => {
  try {
    const record = await read()
    const value = valueOf(record)
    return value === null ? { error: new ApiError('bad-response') } : { record, value }
  } catch (error) {
    return { error }
  }
}

/**
 * Sends a value, unless what the service holds has changed since the edits began; then reads it again and compares: the
 * API document does not say that what is accepted is kept. Rejects with the `ApiError` of the request that writes, and
 * with no other.
 */
export const saveAndCheck = async <R, V>(keeper: Keeper<R, V>, draft: Draft<V>): Promise<SaveOutcome<V>> => {
  const { base, chosen } = draft
  let record: R | null = null
  if (keeper.readsFirst) {
    const before = await attempt(keeper)
    if ('error' in before) return { kind: 'not-sent', error: before.error }
    if (keeper.isSame(before.value, chosen)) return { kind: 'already' }
    if (!keeper.isSame(before.value, base)) return { kind: 'conflict', theirs: before.value }
    record = before.record
  }
  const send = keeper.sending(chosen, record)
  if (send === null) return { kind: 'unsendable' }
  await send()
  const after = await attempt(keeper)
  if ('error' in after) return { kind: 'unchecked', draft, error: after.error }
  return keeper.isSame(after.value, chosen)
    ? { kind: 'saved', draft }
    : { kind: 'kept-other', draft, kept: after.value }
}

/** What became of a save whose answer or comparison was lost. */
export type CheckOutcome<V> =
  | Extract<SaveOutcome<V>, { kind: 'saved' | 'conflict' | 'kept-other' }>
  | { readonly kind: 'not-saved' }

/**
 * Reads the record to tell whether `draft` was saved.
 * @param wasAccepted the service answered the save with success: what is there now is what it kept
 * Rejects with the `ApiError` of the reading.
 */
export const checkSaved = async <R, V>(
  keeper: Keeper<R, V>,
  draft: Draft<V>,
  wasAccepted: boolean,
): Promise<CheckOutcome<V>> => {
  const now = await attempt(keeper)
  if ('error' in now) throw now.error
  if (keeper.isSame(now.value, draft.chosen)) return { kind: 'saved', draft }
  if (wasAccepted) return { kind: 'kept-other', draft, kept: now.value }
  return keeper.isSame(now.value, draft.base)
    ? { kind: 'not-saved' }
    : { kind: 'conflict', theirs: now.value }
}
