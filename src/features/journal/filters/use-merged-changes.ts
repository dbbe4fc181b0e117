import { useMemo, useRef } from 'react'
import type { Journal, JournalPatch } from '#/features/journal/use-journal.ts'

/**
 * A journal whose changes add up. Each is made on top of the filters as they were drawn, and two may come before the
 * next drawing: a text that is left by a press on a checkbox applies in the same moment as the checkbox.
 */
export const useMergedChanges = (journal: Journal): Journal => {
  const made = useRef<{ on: Journal; patch: JournalPatch }>({ on: journal, patch: {} })
  return useMemo(
    () => ({
      ...journal,
      change: (patch, options) => {
        const before = made.current.on === journal ? made.current.patch : {}
        made.current = { on: journal, patch: { ...before, ...patch } }
        journal.change(made.current.patch, options)
      },
    }),
    [journal],
  )
}
