import type { ReportRow } from '#/contract/figures/answers.ts'
import { wilson } from '#/analytics/evaluation/wilson.ts'
import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import { crmName, metricName } from '#/domain/figures/figure-labels.ts'
import type { Cell, FileColumn } from '#/domain/files/cell.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { cutText } from '#/ui/data/cut-text.ts'

/** Column of a table: label, width, type and value. */
export interface PanelColumn<Row> extends FileColumn {
  value(row: Row): Cell
}

export const columnsTable = <Row>(columns: readonly PanelColumn<Row>[], rows: readonly Row[]) => ({
  columns: columns.map(({ name, width, kind }): FileColumn => ({ name, width, kind })),
  rows: rows.map((row): readonly Cell[] => columns.map((column) => column.value(row))),
})

const MILLION = 1e6
export const shareCell = (share: number | null): Cell =>
  share === null || !Number.isFinite(share) ? null : Math.round(share * MILLION) / MILLION

export const roundedCell = (value: number | null): Cell =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * 100) / 100

export const moneyCell = (sum: number | null): Cell =>
  sum === null ? null : (privacyMode?.sum ?? roundedCell(sum))

export const rateColumns = <Row>(
  metric: ReportMetricId,
  part: (row: Row) => number,
  whole: (row: Row) => number,
): PanelColumn<Row>[] => {
  const name = metricName(metric)
  const end =
    (of: 'rate' | 'low' | 'high') =>
    (row: Row): Cell =>
      shareCell(wilson(part(row), whole(row))?.[of] ?? null)
  return [
    { name, kind: 'share', value: end('rate') },
    { name: m.overview_export_low({ name }), kind: 'share', value: end('low') },
    { name: m.overview_export_high({ name }), kind: 'share', value: end('high') },
  ]
}

type Counted = Omit<ReportRow, 'value'>

const countColumn = (id: ReportMetricId): PanelColumn<Partial<Counted>> => ({
  name: metricName(id),
  value: (row) => metricOf(id, row),
})

/** Characters of a CRM's name in a header: the API doesn't limit them. */
const CRM_NAME = 60

/** Sums by CRM, never across them and without currency (G28). Deals without prices are of unknown worth, not 0. */
export const sumColumns = <Row extends Pick<Counted, 'sums'>>(rows: readonly Row[]): PanelColumn<Row>[] => {
  const crms = new Set(rows.flatMap(({ sums }) => sums.flatMap(({ crm, sum }) => (sum === 0 ? [] : [crm]))))
  return [...crms].map((crm) => ({
    name: `${m.sources_sum()}, ${cutText(crmName(crm), CRM_NAME)}`,
    width: 16,
    value: ({ sums }) => moneyCell(sums.find((one) => one.crm === crm)?.sum || null),
  }))
}

/**
 * All counts of a set of contacts, more than the screen shows.
 * @param hidden contact fields (G12)
 */
export const countColumns = <Row extends Counted>(
  rows: readonly Row[],
  hidden: ReadonlySet<string>,
  hasWon: boolean,
): PanelColumn<Row>[] => {
  const unless = (field: string, columns: () => readonly PanelColumn<Row>[]) =>
    hidden.has(field) ? [] : columns()
  return [
    countColumn('contacts'),
    ...unless('call_type', () => [countColumn('first_time'), countColumn('repeated')]),
    ...unless('status', () => [
      countColumn('calls'),
      countColumn('answered'),
      countColumn('missed'),
      ...rateColumns<Row>(
        'missed_rate',
        ({ missed }) => missed,
        ({ calls }) => calls,
      ),
    ]),
    ...unless('target', () => [
      countColumn('target'),
      ...rateColumns<Row>(
        'target_rate',
        ({ target }) => target,
        ({ contacts }) => contacts,
      ),
    ]),
    ...unless('duration', () => [
      {
        name: m.overview_export_seconds({ name: metricName('mean_duration') }),
        value: ({ timed, talk_seconds }) =>
          timed === 0 ? null : Math.round((talk_seconds / timed) * 10) / 10,
      },
    ]),
    ...unless('customer_status', () => [
      countColumn('deals'),
      ...(hasWon ? [countColumn('won')] : []),
      ...sumColumns<Row>(rows),
    ]),
  ]
}
