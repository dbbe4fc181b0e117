import { ApiError } from '#/api/error.ts'

export interface Draft<V> {
  readonly base: V
  readonly chosen: V
}

/** Read and write requests of a stored value. @throws ApiError. `R`: response of a read. */
export interface Repository<R, V> {
  readonly read: () => Promise<R>
  /** The saved part of a record; null: unreadable. */
  readonly valueOf: (record: R) => V | null
  readonly isSame: (a: V, b: V) => boolean
  /**
   * Request that sends a value; null: can't be written.
   * @param record the preceding read, if any
   */
  readonly sending: (value: V, record: R | null) => (() => Promise<unknown>) | null
  /** Read before writing, to detect conflicts. */
  readonly readsFirst: boolean
}

/** Result of a save that didn't fail (G11). */
export type SaveOutcome<V> =
  /** Sent and confirmed by a read. */
  | { readonly kind: 'saved'; readonly draft: Draft<V> }
  /** Unchanged, not sent. */
  | { readonly kind: 'already' }
  /** Not sent: the stored value has changed since editing began. */
  | { readonly kind: 'conflict'; readonly theirs: V }
  /** Not sent: the value can't be written any more. */
  | { readonly kind: 'unsendable' }
  /** Not sent: the record couldn't be read. */
  | { readonly kind: 'not-sent'; readonly error: unknown }
  /** Accepted, but another value is stored. */
  | { readonly kind: 'kept-other'; readonly draft: Draft<V>; readonly stored: V }
  /** Accepted, but it couldn't be read back. */
  | { readonly kind: 'unchecked'; readonly draft: Draft<V>; readonly error: unknown }

type Reading<R, V> = { readonly record: R; readonly value: V } | { readonly error: unknown }

const attempt = async <R, V>({ read, valueOf }: Repository<R, V>): Promise<Reading<R, V>> => {
  try {
    const record = await read()
    const value = valueOf(record)
    return value === null ? { error: new ApiError('bad-response') } : { record, value }
  } catch (error) {
    return { error }
  }
}

/**
 * Saves unless the stored value changed, then reads back and compares: the API document doesn't guarantee that
 * accepted values are stored. @throws ApiError of the write only
 */
export const saveAndCheck = async <R, V>(
  repository: Repository<R, V>,
  draft: Draft<V>,
): Promise<SaveOutcome<V>> => {
  const { base, chosen } = draft
  let record: R | null = null
  if (repository.readsFirst) {
    const before = await attempt(repository)
    if ('error' in before) return { kind: 'not-sent', error: before.error }
    if (repository.isSame(before.value, chosen)) return { kind: 'already' }
    if (!repository.isSame(before.value, base)) return { kind: 'conflict', theirs: before.value }
    record = before.record
  }
  const send = repository.sending(chosen, record)
  if (send === null) return { kind: 'unsendable' }
  await send()
  const after = await attempt(repository)
  if ('error' in after) return { kind: 'unchecked', draft, error: after.error }
  return repository.isSame(after.value, chosen)
    ? { kind: 'saved', draft }
    : { kind: 'kept-other', draft, stored: after.value }
}

export type CheckOutcome<V> =
  | Extract<SaveOutcome<V>, { kind: 'saved' | 'conflict' | 'kept-other' }>
  | { readonly kind: 'not-saved' }

/**
 * Reads whether `draft` was saved.
 * @param wasAccepted the write succeeded @throws ApiError of the read
 */
export const checkSaved = async <R, V>(
  repository: Repository<R, V>,
  draft: Draft<V>,
  wasAccepted: boolean,
): Promise<CheckOutcome<V>> => {
  const now = await attempt(repository)
  if ('error' in now) throw now.error
  if (repository.isSame(now.value, draft.chosen)) return { kind: 'saved', draft }
  if (wasAccepted) return { kind: 'kept-other', draft, stored: now.value }
  return repository.isSame(now.value, draft.base)
    ? { kind: 'not-saved' }
    : { kind: 'conflict', theirs: now.value }
}
