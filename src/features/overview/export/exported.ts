import type { Filter } from '#/analytics/columns/select.ts'
import type { TableName } from '#/analytics/worker/tables.ts'
import type { CrossFilter, HeatMetric, TrendMetric } from '#/features/overview/search.ts'
import type { SourceColumn } from '#/features/overview/panels/sources/judge.ts'
import type { Costs } from '#/features/overview/spend/costs.ts'
import type { RowOrder } from '#/ui/table/table.tsx'

/** What can leave the overview as a file: a panel, and what is chosen in it. */
export type Exported =
  | { readonly panel: 'trend'; readonly metric: TrendMetric }
  | {
      readonly panel: 'sources'
      readonly order: RowOrder<SourceColumn>
      /** Null: nobody has entered any spend for these days. */
      readonly costs: Costs | null
    }
  | { readonly panel: 'heat-map'; readonly metric: HeatMetric }
  | {
      readonly panel: 'breakdown'
      readonly by: TableName & CrossFilter
      /** What the contacts are called that have none. */
      readonly without: string
    }
  | { readonly panel: 'funnel' }
  | { readonly panel: 'not-through' }
  | { readonly panel: 'minus-phrases' }
  | {
      readonly panel: 'shifts'
      /** Extra hours a week. */
      readonly count: number
    }
  | {
      readonly panel: 'contacts'
      /** All that narrows them: the report's filters, and what the figure they stand behind counts. */
      readonly filters: readonly Filter[]
    }
export type Panel = Exported['panel']

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export const PICTURE_FORMATS = ['svg', 'png'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
export type PictureFormat = (typeof PICTURE_FORMATS)[number]
export type ExportFormat = TableFormat | PictureFormat

/** Panels that draw what they count. */
const DRAWN: ReadonlySet<Panel> = new Set<Panel>(['trend', 'sources', 'heat-map', 'breakdown', 'funnel'])

export const formatsOf = ({ panel }: Exported): readonly (readonly ExportFormat[])[] =>
  DRAWN.has(panel) ? [TABLE_FORMATS, PICTURE_FORMATS] : [TABLE_FORMATS]

export const isPicture = (format: ExportFormat): format is PictureFormat =>
  PICTURE_FORMATS.some((one) => one === format)
