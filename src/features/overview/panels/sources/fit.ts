import type { SourceColumn } from '#/domain/costs/judged-sources.ts'

/** How the table of sources uses its room. */
export interface Fit {
  /** A target rate's range: as a bar and in digits, or as one of both. */
  readonly range: 'both' | 'bar' | 'words'
  /** A sum says whose it is, where the table has several CRMs. */
  readonly namesCrms: boolean
  /** There is less between columns. */
  readonly isClose: boolean
  /** Columns have short names, and a mark stands for "high". */
  readonly isShort: boolean
  /** Columns that have given way. */
  readonly without: readonly SourceColumn[]
}

const CLOSEST: Fit = {
  range: 'words',
  namesCrms: false,
  isClose: true,
  isShort: true,
  without: ['first_time', 'cost_per_first_time', 'deals', 'cost_per_contact'],
}
/** From the roomiest to the closest. */
const FITS: readonly Fit[] = [
  { range: 'both', namesCrms: true, isClose: false, isShort: false, without: [] },
  { range: 'bar', namesCrms: false, isClose: true, isShort: false, without: [] },
  { range: 'bar', namesCrms: false, isClose: true, isShort: true, without: [] },
  { ...CLOSEST, without: [] },
  { ...CLOSEST, without: ['first_time', 'cost_per_first_time'] },
  CLOSEST,
]

/** Pixels for most names. */
const NAME_ROOM = 176
/** Pixels between columns where they are not close. */
const BETWEEN = 4
/** Pixels of the arrow in the name of the column that the rows are in the order of. */
const ARROW = 18
/** Pixels that close columns take, in the language of the longer words. */
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
/** The arrow has room in them. */
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
 * The roomiest fit with which a table leaves room for names, and the columns that it has then.
 * @param width of the table in pixels
 * @param ordered the column that the rows are in the order of, which never gives way
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
