import type { CSSProperties, ReactNode } from 'react'
import type { TextMarker } from '#/domain/cells/highlight.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { ColumnField } from '#/contract/call-fields.ts'
import type { renderAnnotation } from '#/features/journal/annotations/row-annotations.tsx'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { FIELD_WORDS } from '#/domain/contact-list/field-labels.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { toneGlyph, toneText, type Tone } from '#/ui/data/status.tsx'
import { glyph, glyphClass, type IconName } from '#/ui/icon.tsx'
import { classNames } from '#/ui/class-names.ts'
import type { JournalColumn } from './columns.ts'
import type { Offsets } from './use-offsets.ts'

/** Shared by all rows; a stable object, so that rows don't re-render. */
export interface CellContext {
  readonly journal: Journal
  /** The object whose journal it is; null in the journal of all objects. */
  readonly oid: string | null
  readonly client: string | null
  /** Hidden fields (G12). */
  readonly hidden: HiddenFields
  readonly now: number
  /** The main clock; rows in another one show their offset. */
  readonly offsets: Offsets
  readonly onPlay: (index: number, call: ListedCallRead) => void
  /** Touch: any row can be pressed without hover. */
  readonly isTouched: boolean
  /** Highlights search matches; null: no search, or loading. */
  readonly marker: TextMarker | null
  /** Null: no such column, or not loaded. */
  readonly renderAnnotation: typeof renderAnnotation | null
  /** Narrows the journal to a contact's source. */
  readonly onSource: (call: ListedCallRead) => void
}

/** What is known about one row besides its contact. */
export interface RowFacts {
  /** Starts a group of a day; null: not ordered by date. */
  readonly firstOfDay: boolean | null
  readonly objectTitle: string | null
  readonly statusName: string | undefined
}

export interface RowState {
  readonly index: number
  /** Selected by `j` and `k`: its tools are reachable by Tab. */
  readonly isCurrent: boolean
  /** Its link is the table's only tab stop. */
  readonly isStop: boolean
  /** Hovered or current: shows its tools. */
  readonly isActive: boolean
  /** Its recording is in the player. */
  readonly heard: 'playing' | 'paused' | null
}

/** One element where possible: hundreds of rows per second are rendered while scrolling. */
export interface CellView {
  readonly content: ReactNode
  readonly title?: string | undefined
  readonly className?: string
  readonly style?: CSSProperties
  /** The journal can be filtered by its text. */
  readonly isValue?: boolean
  /** Decorative prefix. */
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

/** Only where needed: a link that covers the row costs two paint layers. */
export const isPressable = ({ isActive }: Pick<RowState, 'isActive'>, { isTouched }: CellContext) =>
  isActive || isTouched

export const absent = ({ field }: CellOf): CellView => ({
  content: '–',
  title: FIELD_WORDS[field].absent(),
  className: 'text-text-3',
})

/** With an empty slot for the button, so that React updates the text in place. */
export const absentValue = (cell: CellOf): CellView => ({ ...absent(cell), content: [null, '–'] })

export const iconed = (icon: IconName, tone: Tone, loud = false) => ({
  className: classNames(glyphClass, toneGlyph[tone], loud && `font-strong ${toneText[tone]}`),
  style: glyph(icon),
})
