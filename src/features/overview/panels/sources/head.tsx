import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { SortHead, type HeadColumn } from '#/ui/table/table.tsx'
import { SOURCE_COLUMNS } from './columns.ts'
import type { Fit } from './fit.ts'
import type { SourceColumn } from '#/domain/costs/evaluated-sources.ts'
import { useTree, type Tree } from './tree.ts'

const phoneColumns = ({ columns, namesCrms, view }: Tree): readonly HeadColumn<SourceColumn>[] =>
  view === 'cost'
    ? [
        { id: 'cost_per_target', label: m.spend_col_cost_per_target() },
        { id: 'spend', label: m.spend_col_spend(), numeric: true },
      ]
    : [
        { id: 'target_rate', label: m.sources_target_range() },
        {
          id: 'contacts',
          label:
            columns.includes('sum') && !namesCrms ? m.sources_contacts_and_sum() : metricName('contacts'),
          numeric: true,
        },
      ]

/** Reserved widths, so that columns don't shift while loading. */
const ROOM: Partial<Record<SourceColumn, string>> = {
  verdict: 'min-w-19',
  missed_rate: 'min-w-25',
  sum: 'min-w-23',
}

/** Headers for columns that are narrower than their names. */
const SHORT: Partial<Record<SourceColumn, () => string>> = {
  contacts: m.sources_contacts_short,
  change: m.sources_change_short,
  first_time: m.sources_first_time_short,
  missed_rate: m.sources_missed_short,
}

const ShortName = ({ name, short }: { name: string; short: string }) => (
  <>
    <span className="sr-only">{name}</span>
    <span aria-hidden="true" title={name} data-short={short} className="before:content-[attr(data-short)]" />
  </>
)

const shortOf = (column: SourceColumn, { isShort, range }: Fit) =>
  column === 'target_rate'
    ? range === 'words'
      ? m.sources_target_short
      : undefined
    : isShort
      ? SHORT[column]
      : undefined

const deskColumns = ({ columns, fit, namesCrms }: Tree): readonly HeadColumn<SourceColumn>[] =>
  SOURCE_COLUMNS.filter(({ id }) => columns.includes(id)).map(({ id, name: usualName }) => {
    // Tells what the "+1" beside a sum means.
    const name = id === 'sum' && namesCrms ? m.sources_sum_and_crms : usualName
    const short = shortOf(id, fit)
    const isNumeric = id !== 'name' && id !== 'target_rate' && id !== 'verdict'
    return {
      id,
      label: short ? <ShortName name={name()} short={short()} /> : name(),
      numeric: isNumeric,
      // The hover arrow of an unsorted column takes no space.
      className: classNames(
        '[&_button]:relative [&_button]:after:absolute',
        isNumeric ? '[&_button]:after:right-full' : '[&_button]:after:left-full',
        !fit.isShort && ROOM[id],
      ),
    }
  })

/** The names of the columns, each a button that sorts by it. */
export const Head = ({ onSort }: { onSort: (column: SourceColumn) => void }) => {
  const tree = useTree()
  return (
    <thead>
      <SortHead
        columns={tree.isPhone ? phoneColumns(tree) : deskColumns(tree)}
        order={tree.order}
        onSort={onSort}
      />
    </thead>
  )
}
