import type { ReportRow } from '#/analytics/figures/tables.ts'
import { wilson } from '#/analytics/evaluation/wilson.ts'
import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import { crmName, metricName } from '#/domain/figures/figure-labels.ts'
import type { Cell, FileColumn } from '#/domain/table-file/cell.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { presenting } from '#/i18n/privacy-mode.ts'
import { cutText } from '#/ui/data/cut-text.ts'

/** A column of a table: its label, how wide and of what kind its values are, and how a row says its own. */
export interface PanelColumn<Row> extends FileColumn {
  value(row: Row): Cell
}

/** A table as a file holds it: the panel's rows, each said by its columns. */
export const columnsTable = <Row>(columns: readonly PanelColumn<Row>[], rows: readonly Row[]) => ({
  columns: columns.map(({ name, width, kind }): FileColumn => ({ name, width, kind })),
  rows: rows.map((row): readonly Cell[] => columns.map((column) => column.value(row))),
})

const MILLION = 1e6
/** Without the digits that only a machine's arithmetic has. */
export const shareCell = (share: number | null): Cell =>
  share === null || !Number.isFinite(share) ? null : Math.round(share * MILLION) / MILLION

/** Rounded to the digits that matter. */
export const roundedCell = (value: number | null): Cell =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * 100) / 100

/** A sum, masked in presentation mode. */
export const moneyCell = (sum: number | null): Cell =>
  sum === null ? null : (presenting?.sum ?? roundedCell(sum))

/** A rate and the ends of its range in which it lies with 95% confidence (Wilson). */
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

/** Characters of a CRM's name in a column's head: the API may send names of any length. */
const CRM_NAME = 60

/** A sum for each CRM, never across them and without a currency (G28). Deals without any price have an unknown worth, not 0. */
export const sumColumns = <Row extends Pick<Counted, 'sums'>>(rows: readonly Row[]): PanelColumn<Row>[] => {
  const crms = new Set(rows.flatMap(({ sums }) => sums.flatMap(({ crm, sum }) => (sum === 0 ? [] : [crm]))))
  return [...crms].map((crm) => ({
    name: `${m.sources_sum()}, ${cutText(crmName(crm), CRM_NAME)}`,
    width: 16,
    value: ({ sums }) => moneyCell(sums.find((one) => one.crm === crm)?.sum || null),
  }))
}

/**
 * Everything that is counted of a set of contacts: more than a screen has room for.
 * @param hidden fields of a contact that are not to be shown (G12)
 */
export const countColumns = <Row extends Counted>(
  rows: readonly Row[],
  hidden: ReadonlySet<string>,
  marksWon: boolean,
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
      ...(marksWon ? [countColumn('won')] : []),
      ...sumColumns<Row>(rows),
    ]),
  ]
}
