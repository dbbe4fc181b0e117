import type { CallBackOutcome } from '#/contract/annotations/annotations.ts'
import { m } from '#/i18n/paraglide/messages.js'

/* What marks say. Apart from their names: those come with the journal, these with the first mark. */

export const OUTCOME_WORDS = {
  called: m.annotation_called,
  no_answer: m.annotation_no_answer,
  not_needed: m.annotation_not_needed,
} as const satisfies Record<CallBackOutcome, () => string>

/** Who is meant, where the service does not say who signed in (G22). */
export const whoWord = (who: string | null): string => who ?? m.annotation_somebody()
