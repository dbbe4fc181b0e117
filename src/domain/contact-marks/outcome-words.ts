import type { ContactMark, MarkOutcome } from '#/contract/contact-marks/contact-marks.ts'
import { clockTime } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

export const OUTCOME_LOOK = {
  handled: { icon: 'check', word: m.mark_handled },
  called: { icon: 'check', word: m.mark_called },
  no_answer: { icon: 'phone-missed', word: m.mark_no_answer },
  not_needed: { icon: 'busy', word: m.mark_not_needed },
} as const satisfies Record<MarkOutcome, { icon: IconName; word: () => string }>

/** Who is meant, where the service does not say who signed in (G22). */
export const whoWord = (who: string | null): string => who ?? m.mark_somebody()

/** "Called, Anna, 13:20"; null: no outcome is set. */
export const outcomeLine = ({ outcome, outcome_who: who, outcome_at: at }: ContactMark): string | null =>
  outcome === null
    ? null
    : [OUTCOME_LOOK[outcome].word(), whoWord(who), at === null ? '' : clockTime(at)]
        .filter(Boolean)
        .join(', ')
