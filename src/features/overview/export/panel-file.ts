import type { ReactElement } from 'react'
import type { Reached } from '#/analytics/columns/call-backs.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import type { Changes } from '#/analytics/figures/changes.ts'
import type { PageQuestion, ReportContact } from '#/analytics/figures/answer.ts'
import type { FiguresData, FiguresName } from '#/api/figures/figures.ts'
import type { Report } from '#/analytics/figures/report.ts'
import type { TreeRow } from '#/analytics/figures/tables.ts'
import type { AboutLine, Cell } from '#/domain/table-file/cell.ts'
import type { ExportContext } from './conditions.ts'
import type { Key } from './picture/frame.tsx'
import { columnsTable, type PanelColumn } from './table.ts'

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type PanelFormat = (typeof TABLE_FORMATS)[number] | 'svg'

/** Whose figures leave the page, and the figures. */
export interface PanelSubject extends ExportContext {
  readonly report: Report
  /** The sources with everything below them; without it there are only the report's. */
  readonly tree?: readonly TreeRow[]
  /** Of a past period: who was reached after it, by the last call as `contactText`. */
  readonly reachedLater?: ReadonlyMap<string, Reached>
  /** The contacts behind a figure, of which the report has only the count. */
  readonly contacts?: readonly ReportContact[]
  /** Every part of a figure's change. */
  readonly changes?: Changes
}

/** What is drawn of a panel, {@link INNER_WIDTH} wide; a frame with its title and conditions comes around it. */
export interface PanelDrawing {
  /** Beside the title: what is measured. */
  readonly note?: string
  readonly keys?: readonly Key[]
  readonly height: number
  readonly drawing: ReactElement
}

/**
 * A panel outside of the screen: the same rows, in columns, and the same drawing.
 * Methods, so that panels of different rows can stand in one list.
 */
export interface PanelFile<Choice, Row = unknown> {
  /** What the report has only the first of, or has counted otherwise: asked for before the rows of a table are made. */
  whole?(context: ExportContext, choice: Choice): Promise<Partial<PanelSubject>>
  /** The rows the screen shows too, in its order. */
  rows(loaded: PanelSubject, choice: Choice): readonly Row[]
  columns(rows: readonly Row[], loaded: PanelSubject, choice: Choice): readonly PanelColumn<Row>[]
  /** What the second sheet says besides the conditions. */
  about?(loaded: PanelSubject, choice: Choice): readonly AboutLine<Cell>[]
  /** What narrows its rows, where that is not what narrows the report. */
  filters?(choice: Choice): readonly Filter[]
  /** Its files hold the comparison too. */
  readonly isCompared?: boolean
  /** What it draws; or why there is nothing to draw. */
  readonly picture: PanelPicture<Choice> | { readonly none: string }
}

interface PanelPicture<Choice> {
  draw(loaded: PanelSubject, choice: Choice): PanelDrawing
  /** The panel keeps its other rows where one of these narrows the page: such a filter is none of its picture. */
  readonly unnarrowedBy: readonly Filter['by'][]
}

/** What a panel's view knows of its files: what makes them comes when the user reaches for the button. */
export interface Exportable<Choice> {
  /** In the names of files: `heat-map`. */
  readonly name: string
  readonly isDrawn: boolean
  /** What is chosen in the panel while the user has chosen nothing. */
  readonly usual: Choice
  readonly file: () => Promise<PanelFile<Choice>>
}

/** What our server answers, counted as the page counts it. Rejects with ApiError. */
export const answered = <A extends FiguresName>(
  { overview: { ask, question } }: ExportContext,
  name: A,
  about: PageQuestion<A>,
): Promise<FiguresData<A>> => ask(name, { countAs: question.countAs, ...about })

/** All rows of a panel as a file holds them, with what the second sheet says of them. @throws Error as {@link answered} */
export const panelTable = async <Choice>(file: PanelFile<Choice>, choice: Choice, loaded: PanelSubject) => {
  const whole = { ...loaded, ...(await file.whole?.(loaded, choice)) }
  const rows = file.rows(whole, choice)
  return {
    ...columnsTable(file.columns(rows, whole, choice), rows),
    about: file.about?.(whole, choice) ?? [],
  }
}
