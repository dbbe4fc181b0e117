import { useRef, useState } from 'react'
import { errorText } from '#/domain/notice/error-text.ts'
import { showToast } from '#/ui/overlay/toast.tsx'
import {
  checkSaved,
  saveAndCheck,
  type CheckOutcome,
  type Draft,
  type Repository,
  type SaveOutcome,
} from './save-and-check.ts'

export type Work = 'save' | 'undo' | 'check'

export type Outcome<V> =
  | SaveOutcome<V>
  | CheckOutcome<V>
  /** Undone. */
  | { readonly kind: 'undone' }
  /** Refused, or the answer was lost. */
  | { readonly kind: 'failed'; readonly draft: Draft<V>; readonly error: unknown }

/** Save state of a form. One operation at a time; null: not started. */
export const useSaving = <R, V>(repository: Repository<R, V>) => {
  const [last, setLast] = useState<{ readonly outcome: Outcome<V>; readonly work: Work } | null>(null)
  const [work, setWork] = useState<Work | null>(null)
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
    outcomeOf: last?.work ?? null,
    work,
    save: (draft: Draft<V>, kind: 'save' | 'undo' = 'save') =>
      run(kind, async () => {
        try {
          const outcome = await saveAndCheck(repository, draft)
          return kind === 'undo' && outcome.kind === 'saved' ? { kind: 'undone' } : outcome
        } catch (error) {
          return { kind: 'failed', draft, error }
        }
      }),
    /** Checks a save with a lost answer; null: couldn't be checked. */
    check: () =>
      run('check', async () => {
        const outcome = last?.outcome
        if (outcome?.kind !== 'failed' && outcome?.kind !== 'unchecked') return null
        try {
          return await checkSaved(repository, outcome.draft, outcome.kind === 'unchecked')
        } catch (error) {
          showToast({ tone: 'failed', text: errorText(error) })
          return null
        }
      }),
    forget: () => setLast(null),
  }
}
