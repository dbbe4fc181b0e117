import type { MarkColumn } from '#/contract/contact-marks/mark-columns.ts'
import type { MarkOutcome } from '#/contract/contact-marks/contact-marks.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What marks are called in the journal: as columns, as filters and in files. */
export const MARK_NAMES = {
  mark_handled: m.col_mark_handled,
  mark_tags: m.col_mark_tags,
  mark_note: m.col_mark_note,
  mark_score: m.col_mark_score,
} as const satisfies Record<MarkColumn, () => string>

export const OUTCOME_WORDS = {
  handled: m.mark_handled,
  called: m.mark_called,
  no_answer: m.mark_no_answer,
  not_needed: m.mark_not_needed,
} as const satisfies Record<MarkOutcome, () => string>

/** Who is meant, where the service does not say who signed in (G22). */
export const whoWord = (who: string | null): string => who ?? m.mark_somebody()
