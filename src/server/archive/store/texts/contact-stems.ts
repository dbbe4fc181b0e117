import { recordTexts, type TextRecord } from '#/analytics/texts/record-texts.ts'
import { searchWords, stemOf } from '#/analytics/texts/stems.ts'
import { identityOf, objectOf, type StoredDay } from '../stored-day.ts'

export interface ContactStems {
  readonly id: number
  readonly oid: string | null
  readonly stems: ReadonlySet<string>
}

/** Stems of a day's texts, by record; records without texts are left out. */
export const contactStems = function* ({ records }: StoredDay): Generator<ContactStems> {
  for (const raw of records) {
    const identity = identityOf(raw)
    if (identity === null) continue
    const stems = new Set<string>()
    for (const [, text] of recordTexts(raw as TextRecord))
      for (const word of searchWords(text)) stems.add(stemOf(word))
    if (stems.size > 0) yield { id: identity.id, oid: objectOf(raw), stems }
  }
}
