import type { CallBackOutcome } from '#/contract/annotations/annotations.ts'
import { m } from '#/i18n/paraglide/messages.js'

/* Labels of annotations, loaded with the first one. Names are separate, as the journal needs them early. */

export const OUTCOME_WORDS = {
  called: m.annotation_called,
  no_answer: m.annotation_no_answer,
  not_needed: m.annotation_not_needed,
} as const satisfies Record<CallBackOutcome, () => string>

/** The service may not say who is signed in (G22). */
export const whoWord = (who: string | null): string => who ?? m.annotation_somebody()
