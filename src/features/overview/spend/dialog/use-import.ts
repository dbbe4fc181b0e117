import { useDeferredValue, useMemo, useState } from 'react'
import type { SpendAmount } from '#/analytics/spend/amounts.ts'
import {
  byPlace,
  joinSpans,
  limitKey,
  replaceDays,
  sumOfAmounts,
  type SpendChange,
} from '#/features/overview/spend/change-amounts.ts'
import { sheetShapeOf, type Mapping, type SheetShape } from '#/features/overview/spend/reading/mapping.ts'
import { daysOfMonth } from '#/analytics/spend/month.ts'
import {
  proposedSource,
  readSpend,
  type ReadSpend,
  type SheetSpend,
  type SpendAnswers,
} from '#/features/overview/spend/reading/read-spend.ts'
import type { SheetRows } from '#/features/overview/spend/reading/sheet.ts'
import type { Known } from './use-known.ts'

export interface ImportedSheet {
  readonly rows: SheetRows
  /** Null: pasted, or a file without sheets. */
  readonly fileName: string | null
  readonly sheetName: string | null
  /** Lines with unclosed quotes. */
  readonly openQuotes: readonly number[]
}

type Meeting = 'replace' | 'add'

export interface ImportedAmount extends ReadSpend {
  readonly before: readonly SpendAmount[]
}

export interface Import {
  readonly sheet: ImportedSheet
  readonly shape: SheetShape
  readonly map: (mapping: Mapping) => void
  readonly answers: SpendAnswers
  readonly answer: (answers: Partial<SpendAnswers>) => void
  /** Source of all lines according to the file; null: none. */
  readonly proposed: string | null
  readonly read: Omit<SheetSpend, 'amounts'> & { readonly amounts: readonly ImportedAmount[] }
  readonly isSoFar: boolean
  readonly setSoFar: (isSoFar: boolean) => void
  readonly meeting: Meeting
  readonly setMeeting: (meeting: Meeting) => void
  readonly changes: readonly SpendChange[]
}

/** Answers by the user, reset for another sheet. */
interface GivenAnswers extends Partial<SpendAnswers> {
  readonly rows: SheetRows
  readonly mapping?: Mapping
}

/**
 * Changes that a sheet would make. Column guesses and questions start anew with each sheet.
 * @param sheet null: none yet
 * @param usualMonth default month of its lines
 */
export const useImport = (
  sheet: ImportedSheet | null,
  amounts: readonly SpendAmount[],
  { names }: Known,
  usualMonth: string,
  today: string,
): Import | null => {
  const [given, setGiven] = useState<GivenAnswers | null>(null)
  const [isSoFar, setSoFar] = useState(true)
  const [meeting, setMeeting] = useState<Meeting>('replace')
  const rows = sheet?.rows ?? null
  const guessed = useMemo(() => rows && sheetShapeOf(rows), [rows])
  const own = given !== null && given.rows === rows ? given : null
  const ownMapping = own?.mapping
  const shape = useMemo(
    () => guessed && (ownMapping ? { ...guessed, mapping: ownMapping } : guessed),
    [guessed, ownMapping],
  )
  const proposed = useMemo(
    () => (sheet && shape ? proposedSource(sheet.rows, shape, sheet, names.source) : null),
    [sheet, shape, names.source],
  )
  const answers: SpendAnswers = {
    order: own?.order ?? null,
    unit: own?.unit ?? null,
    millionths: own?.millionths ?? null,
    source: own?.source ?? proposed ?? '',
    days: own?.days ?? shape?.report?.days ?? daysOfMonth(usualMonth),
  }
  const { order, unit, millionths, days } = answers
  // Keeps typing responsive with thousands of lines.
  const typed = useDeferredValue(own?.source)
  const source = typed ?? proposed ?? ''
  const { from, to } = days
  const read = useMemo(
    () =>
      rows && shape
        ? readSpend(rows, shape, {
            order,
            unit,
            millionths,
            source,
            days: { from, to },
            today,
            isSoFar,
            known: names,
          })
        : null,
    [rows, shape, order, unit, millionths, source, from, to, today, isSoFar, names],
  )
  if (sheet === null || shape === null || read === null) return null
  const saved = byPlace(amounts)
  const imported = read.amounts.map((one) => ({ ...one, before: saved.get(limitKey(one)) ?? [] }))
  const say = (more: Partial<GivenAnswers>) => setGiven({ ...own, rows: sheet.rows, ...more })
  return {
    sheet,
    shape,
    map: (mapping) => say({ mapping }),
    answers,
    answer: say,
    proposed,
    read: { ...read, amounts: imported },
    isSoFar,
    setSoFar,
    meeting,
    setMeeting,
    // Not applied while the name is being typed.
    changes: (source === answers.source ? imported : []).map(
      ({ source, campaign, month, spans, before }) => ({
        source,
        campaign,
        month,
        to: meeting === 'add' ? joinSpans(month, [...before, ...spans]) : replaceDays(month, before, spans),
      }),
    ),
  }
}

/** Existing days that the sheet doesn't cover remain. */
export const leavesDays = ({ month, spans, before }: ImportedAmount): boolean =>
  sumOfAmounts(replaceDays(month, before, spans)) > sumOfAmounts(spans) + 0.005
