import type { SourceColumn } from '#/domain/costs/evaluated-sources.ts'

export interface Fit {
  readonly range: 'both' | 'bar' | 'words'
  readonly namesCrms: boolean
  readonly isClose: boolean
  /** Short headers, and icons for verdicts. */
  readonly isShort: boolean
  readonly without: readonly SourceColumn[]
}

const CLOSEST: Fit = {
  range: 'words',
  namesCrms: false,
  isClose: true,
  isShort: true,
  without: ['first_time', 'cost_per_first_time', 'deals', 'cost_per_contact'],
}
const FITS: readonly Fit[] = [
  { range: 'both', namesCrms: true, isClose: false, isShort: false, without: [] },
  { range: 'bar', namesCrms: false, isClose: true, isShort: false, without: [] },
  { range: 'bar', namesCrms: false, isClose: true, isShort: true, without: [] },
  { ...CLOSEST, without: [] },
  { ...CLOSEST, without: ['first_time', 'cost_per_first_time'] },
  CLOSEST,
]

const NAME_ROOM = 176
/** Pixels between columns, unless tight. */
const BETWEEN = 4
const ARROW = 18
/** Pixels of tight columns, in the language with the longer labels. */
const WIDTHS = {
  contacts: 80,
  change: 66,
  first_time: 79,
  verdict: 103,
  missed_rate: 100,
  deals: 57,
  won: 64,
  spend: 94,
  cost_per_contact: 96,
  cost_per_target: 100,
  cost_per_first_time: 100,
  cost_per_deal: 106,
} as const
const SHORT_WIDTHS: Readonly<Record<keyof typeof WIDTHS, number>> = {
  ...WIDTHS,
  contacts: 56,
  change: 52,
  first_time: 46,
  missed_rate: 76,
}
const RANGE_WIDTHS = { both: 204, bar: 152, words: 120 } as const satisfies Record<Fit['range'], number>
const [SUM_WIDTH, NAMED_SUM_WIDTH] = [96, 158]

/** Pixels. */
const widthOf = (
  column: SourceColumn,
  { range, namesCrms, isClose, isShort }: Fit,
  ordered: SourceColumn,
  severalCrms: boolean,
): number => {
  const between = isClose ? 0 : BETWEEN
  switch (column) {
    case 'name':
      return NAME_ROOM
    case 'target_rate':
      return between + RANGE_WIDTHS[range]
    case 'sum':
      return between + (severalCrms && namesCrms ? NAMED_SUM_WIDTH : SUM_WIDTH)
    default:
      return between + (isShort ? SHORT_WIDTHS : WIDTHS)[column] + (column === ordered ? ARROW : 0)
  }
}

/**
 * The roomiest fit that leaves space for names, with its columns.
 * @param width pixels
 * @param ordered the sorted column, which is never dropped
 */
export const fitOf = (
  width: number,
  columns: readonly SourceColumn[],
  ordered: SourceColumn,
  severalCrms: boolean,
): { readonly fit: Fit; readonly columns: readonly SourceColumn[] } => {
  const shownBy = ({ without }: Fit) =>
    columns.filter((column) => column === ordered || !without.includes(column))
  const needs = (fit: Fit) =>
    shownBy(fit).reduce((sum, column) => sum + widthOf(column, fit, ordered, severalCrms), 0)
  const fit = FITS.find((one) => needs(one) <= width) ?? CLOSEST
  return { fit, columns: shownBy(fit) }
}
