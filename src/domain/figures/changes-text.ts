import type { Changes } from '#/contract/figures/answers.ts'
import type { DayRange } from '#/contract/day.ts'
import { formatShortDays, formatSigned } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { partName } from './change-part-labels.ts'
import { changeSentence } from './change-sentence.ts'

/** Changes as printed: a sentence and the main parts. Null: no comparison. */
export const changesText = (
  changes: Changes | null,
  comparedDays: DayRange | null,
  objectTitle: (oid: string | null) => string | null,
) => {
  const sentence =
    changes && comparedDays && changeSentence('contacts', changes, formatShortDays(comparedDays), objectTitle)
  if (!changes || !sentence) return null
  return {
    title: m.changes_title(),
    sentence: [sentence.head + sentence.rest, sentence.renamed].filter(Boolean).join(' '),
    lines: (changes.lead?.rows ?? []).map((row) => ({
      name: partName(row, objectTitle),
      change: formatSigned(row.change),
    })),
  }
}
