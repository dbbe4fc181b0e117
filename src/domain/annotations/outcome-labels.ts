import type { Annotation, CallBackOutcome } from '#/contract/annotations/annotations.ts'
import { clockTime } from '#/i18n/format.ts'
import type { IconName } from '#/ui/icon.tsx'
import { OUTCOME_WORDS, whoWord } from './annotation-labels.ts'

export const OUTCOME_LABELS = {
  called: { icon: 'check', word: OUTCOME_WORDS.called },
  no_answer: { icon: 'phone-missed', word: OUTCOME_WORDS.no_answer },
  not_needed: { icon: 'busy', word: OUTCOME_WORDS.not_needed },
} as const satisfies Record<CallBackOutcome, { icon: IconName; word: () => string }>

/** "Called, Anna, 13:20"; null: no outcome. */
export const outcomeLine = ({ outcome, outcome_who: who, outcome_at: at }: Annotation): string | null =>
  outcome === null
    ? null
    : [OUTCOME_LABELS[outcome].word(), whoWord(who), at === null ? '' : clockTime(at)]
        .filter(Boolean)
        .join(', ')
