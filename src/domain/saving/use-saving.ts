import { useRef, useState } from 'react'
import { errorText } from '#/domain/notice/error-text.ts'
import { showToast } from '#/ui/overlay/toast.tsx'
import {
  checkSaved,
  saveAndCheck,
  type CheckOutcome,
  type Draft,
  type Keeper,
  type SaveOutcome,
} from './save-and-check.ts'

/** What is being done: a save, the way back from one, or a look at what became of one. */
export type Work = 'save' | 'undo' | 'check'

/** The outcome of the last save. */
export type Outcome<V> =
  | SaveOutcome<V>
  | CheckOutcome<V>
  /** What was there before the save is back. */
  | { readonly kind: 'undone' }
  /** The request that writes was refused, or its answer was lost. */
  | { readonly kind: 'failed'; readonly draft: Draft<V>; readonly error: unknown }

/** The last save of a form. One piece of work at a time; each answers how it ended, or null where it was not begun. */
export const useSaving = <R, V>(keeper: Keeper<R, V>) => {
  const [last, setLast] = useState<{ readonly outcome: Outcome<V>; readonly work: Work } | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  // Two presses in one tick would both find the state from before the first.
  const isBusy = useRef(false)

  const run = async (kind: Work, task: () => Promise<Outcome<V> | null>): Promise<Outcome<V> | null> => {
    if (isBusy.current) return null
    isBusy.current = true
    setWork(kind)
    try {
      const outcome = await task()
      if (outcome !== null) setLast({ outcome, work: kind })
      return outcome
    } finally {
      isBusy.current = false
      setWork(null)
    }
  }

  return {
    outcome: last?.outcome ?? null,
    /** What that was the outcome of. */
    outcomeOf: last?.work ?? null,
    work,
    save: (draft: Draft<V>, kind: 'save' | 'undo' = 'save') =>
      run(kind, async () => {
        try {
          const outcome = await saveAndCheck(keeper, draft)
          return kind === 'undo' && outcome.kind === 'saved' ? { kind: 'undone' } : outcome
        } catch (error) {
          return { kind: 'failed', draft, error }
        }
      }),
    /** Looks what became of a save whose answer or comparison was lost; null: it could not be looked at. */
    check: () =>
      run('check', async () => {
        const outcome = last?.outcome
        if (outcome?.kind !== 'failed' && outcome?.kind !== 'unchecked') return null
        try {
          return await checkSaved(keeper, outcome.draft, outcome.kind === 'unchecked')
        } catch (error) {
          showToast({ tone: 'failed', text: errorText(error) })
          return null
        }
      }),
    /** Clears the outcome of the last save. */
    forget: () => setLast(null),
  }
}
