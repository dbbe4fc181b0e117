import { useMemo, useState } from 'react'
import { addUp, placeKey, type SpendAmount, type SpendChange } from '#/analytics/spend/amounts.ts'
import { guessMapping, type Mapping } from '#/analytics/spend/mapping.ts'
import { readSpend, type ReadSpend, type SheetSpend } from '#/analytics/spend/read-spend.ts'
import type { Known } from './use-known.ts'

type Rows = readonly (readonly string[])[]

/** What an amount already there becomes. */
type Meeting = 'replace' | 'add'

/** An amount of a sheet beside what is there. */
export interface ImportedAmount extends ReadSpend {
  /** Null: nothing is. */
  readonly before: SpendAmount | null
}

export interface Import {
  readonly rows: Rows
  readonly mapping: Mapping
  readonly map: (mapping: Mapping) => void
  /** Null: it is not said yet which columns are the source and the amount. */
  readonly read: (Omit<SheetSpend, 'amounts'> & { readonly amounts: readonly ImportedAmount[] }) | null
  readonly month: string
  readonly setMonth: (month: string) => void
  readonly isSoFar: boolean
  readonly setSoFar: (isSoFar: boolean) => void
  readonly meeting: Meeting
  readonly setMeeting: (meeting: Meeting) => void
  readonly changes: readonly SpendChange[]
}

/**
 * What a sheet would change. The columns are guessed again for every new sheet.
 * @param rows null: there is no sheet yet
 * @param usualMonth of its lines, where none of its columns says it
 */
export const useImport = (
  rows: Rows | null,
  amounts: readonly SpendAmount[],
  { names }: Known,
  usualMonth: string,
  today: string,
): Import | null => {
  const [chosen, setChosen] = useState<{ readonly rows: Rows; readonly mapping: Mapping } | null>(null)
  const [month, setMonth] = useState(usualMonth)
  const [isSoFar, setSoFar] = useState(true)
  const [meeting, setMeeting] = useState<Meeting>('replace')
  const guessed = useMemo(() => rows && guessMapping(rows), [rows])
  const mapping = chosen !== null && chosen.rows === rows ? chosen.mapping : guessed
  const sheet = useMemo(
    () =>
      rows === null || mapping === null || mapping.source === null || mapping.amount === null
        ? null
        : readSpend(rows, mapping, { month, today, isSoFar, known: names }),
    [rows, mapping, month, today, isSoFar, names],
  )
  if (rows === null || mapping === null) return null
  const saved = new Map(amounts.map((one) => [placeKey(one), one]))
  const imported = (sheet?.amounts ?? []).map((one) => ({ ...one, before: saved.get(placeKey(one)) ?? null }))
  return {
    rows,
    mapping,
    map: (mapping) => setChosen({ rows, mapping }),
    read: sheet && { ...sheet, amounts: imported },
    month,
    setMonth,
    isSoFar,
    setSoFar,
    meeting,
    setMeeting,
    changes: imported.map((one) => {
      const { amount, days } = meeting === 'add' && one.before ? addUp(one.before, one) : one
      return { source: one.source, campaign: one.campaign, month: one.month, to: { amount, days } }
    }),
  }
}
