import type { ReactElement } from 'react'
import type {
  Reached,
  Changes,
  ReportContact,
  FiguresData,
  FiguresName,
  Report,
  TreeRow,
} from '#/contract/figures/answers.ts'
import type { Filter, PageQuestion } from '#/contract/figures/questions.ts'
import type { AboutLine, Cell } from '#/domain/files/cell.ts'
import type { ExportContext } from './conditions.ts'
import type { Key } from './picture/frame.tsx'
import { columnsTable, type PanelColumn } from './table.ts'

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type PanelFormat = (typeof TABLE_FORMATS)[number] | 'svg'

export interface PanelSubject extends ExportContext {
  readonly report: Report
  /** Source tree; absent: top level only. */
  readonly tree?: readonly TreeRow[]
  /** Past periods only: reached later, by last call as `contactText`. */
  readonly reachedLater?: ReadonlyMap<string, Reached>
  /** Contacts behind a figure; the report has only counts. */
  readonly contacts?: readonly ReportContact[]
  readonly changes?: Changes
}

/** A chart {@link INNER_WIDTH} wide, without frame. */
export interface PanelDrawing {
  /** Beside the title: the metric. */
  readonly note?: string
  readonly keys?: readonly Key[]
  readonly height: number
  readonly drawing: ReactElement
}

/** Export of a panel: rows, columns and chart. Methods, so that panels of different rows fit one list. */
export interface PanelFile<Choice, Row = unknown> {
  /** Requests data that the report lacks or truncates, before rows are made. */
  whole?(context: ExportContext, choice: Choice): Promise<Partial<PanelSubject>>
  rows(loaded: PanelSubject, choice: Choice): readonly Row[]
  columns(rows: readonly Row[], loaded: PanelSubject, choice: Choice): readonly PanelColumn<Row>[]
  /** Extra lines of the second sheet. */
  about?(loaded: PanelSubject, choice: Choice): readonly AboutLine<Cell>[]
  /** Its filters, if not the report's. */
  filters?(choice: Choice): readonly Filter[]
  /** Its files include the comparison. */
  readonly isCompared?: boolean
  /** Its chart, or why it has none. */
  readonly picture: PanelPicture<Choice> | { readonly none: string }
}

interface PanelPicture<Choice> {
  draw(loaded: PanelSubject, choice: Choice): PanelDrawing
  /** The panel ignores these filters, so its image doesn't mention them. */
  readonly unnarrowedBy: readonly Filter['by'][]
}

/** A panel's export as its view knows it: the code is loaded on hover. */
export interface Exportable<Choice> {
  readonly name: string
  readonly isDrawn: boolean
  readonly usual: Choice
  readonly file: () => Promise<PanelFile<Choice>>
}

/** Answer of our server by the page's question. @throws ApiError */
export const answered = <A extends FiguresName>(
  { overview: { ask, question } }: ExportContext,
  name: A,
  about: PageQuestion<A>,
): Promise<FiguresData<A>> => ask(name, { countAs: question.countAs, ...about })

/** All rows of a panel with the lines of the second sheet. @throws ApiError */
export const panelTable = async <Choice>(file: PanelFile<Choice>, choice: Choice, loaded: PanelSubject) => {
  const whole = { ...loaded, ...(await file.whole?.(loaded, choice)) }
  const rows = file.rows(whole, choice)
  return {
    ...columnsTable(file.columns(rows, whole, choice), rows),
    about: file.about?.(whole, choice) ?? [],
  }
}
