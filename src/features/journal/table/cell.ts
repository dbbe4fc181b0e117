import type { CSSProperties, ReactNode } from 'react'
import type { TextMarker } from '#/analytics/texts/highlight.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { ColumnField } from '#/contract/call-fields.ts'
import type { drawMark } from '#/features/journal/marks/row-marks.tsx'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { FIELD_WORDS } from '#/domain/contact-list/field-labels.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { toneGlyph, toneText, type Tone } from '#/ui/data/status.tsx'
import { glyph, glyphClass, type IconName } from '#/ui/icon.tsx'
import { classNames } from '#/ui/class-names.ts'
import type { JournalColumn } from './columns.ts'
import type { Offsets } from './use-offsets.ts'

/** What every row of a list is drawn with: one object for all of them, so that rows are drawn again only for cause. */
export interface CellContext {
  readonly journal: Journal
  /** The object whose journal it is; null in the journal of all objects. */
  readonly oid: string | null
  readonly client: string | null
  /** Fields that are not to be shown (G12). */
  readonly hidden: HiddenFields
  readonly now: number
  /** The clock that most rows are on; where there are several, a row on another says so. */
  readonly offsets: Offsets
  /** Plays a row's recording, or stops it where it is heard. */
  readonly onPlay: (index: number, call: ListedCallRead) => void
  /** A finger may come down on any row: there is no pointer over one before. */
  readonly isTouched: boolean
  /** Marks the texts that were searched in; null: none were, or it is on its way. */
  readonly marker: TextMarker | null
  /** Draws what people have marked; null: no column shows it, or its code has not come. */
  readonly drawMark: typeof drawMark | null
  /** Narrows the journal to a contact's source. */
  readonly onSource: (call: ListedCallRead) => void
}

/** What is known about one row besides its contact. */
export interface RowFacts {
  /** The first row of its day draws the day's name; null in any other order than the date's. */
  readonly firstOfDay: boolean | null
  readonly objectTitle: string | null
  /** What the service calls its status, where it has said so (G8). */
  readonly statusName: string | undefined
}

/** How a row stands now. */
export interface RowState {
  readonly index: number
  /** Where `j` and `k` have gone to: what it offers is reached by Tab. */
  readonly isCurrent: boolean
  /** Its link is the one way into the table by Tab. */
  readonly isStop: boolean
  /** Under the pointer or current: shows what can be done with it. */
  readonly isActive: boolean
  /** Its recording is in the listening bar, and whether it sounds. */
  readonly heard: 'playing' | 'paused' | null
}

/** A cell is one element wherever it can be: rows come and go by the hundred a second. */
export interface CellView {
  readonly content: ReactNode
  readonly title?: string | undefined
  readonly className?: string
  readonly style?: CSSProperties
  /** Its text is a value that the journal can be narrowed to. */
  readonly isValue?: boolean
  /** Drawn before its content for the eye alone. */
  readonly mark?: string | undefined
}
export interface CellOf {
  readonly call: ListedCallRead
  readonly column: JournalColumn
  readonly field: ColumnField
  readonly facts: RowFacts
  readonly context: CellContext
  readonly state: RowState
}
export type DrawCell = (cell: CellOf) => CellView

/** Where the date's link takes all of its cell: in every row that would be two layers more to paint. */
export const isPressable = ({ isActive }: Pick<RowState, 'isActive'>, { isTouched }: CellContext) =>
  isActive || isTouched

export const absent = ({ field }: CellOf): CellView => ({
  content: '–',
  title: FIELD_WORDS[field].absent(),
  className: 'text-text-3',
})

/** In a column whose values have a button before them: where the text stands there, it is changed in place by the next row. */
export const absentValue = (cell: CellOf): CellView => ({ ...absent(cell), content: [null, '–'] })

export const iconed = (icon: IconName, tone: Tone, loud = false) => ({
  className: classNames(glyphClass, toneGlyph[tone], loud && `font-strong ${toneText[tone]}`),
  style: glyph(icon),
})
