import type { ChangeMetric } from '#/contract/figures/changes.ts'
import type { Amount, Changes, ChangeRow, ChangesOver } from '#/contract/figures/answers.ts'
import { explainedByName, partName } from '#/domain/figures/change-part-labels.ts'
import { effectLines, signedPoints } from '#/domain/figures/change-sentence.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Table, Td, Th } from '#/ui/table/table.tsx'
import { isWorse } from './change-bars.tsx'
import { addressOfRow } from './use-changes.ts'

const rateText = ({ part, whole }: Amount): string => (whole > 0 ? formatPercent(part / whole) : '–')

export const shareLabel = ({ now, before }: ChangeRow, over: ChangesOver): string =>
  m.changes_from_to({
    before: formatPercent(before.whole / (over.before.whole || 1)),
    now: formatPercent(now.whole / (over.now.whole || 1)),
  })

export const ownRateLabel = ({ now, before }: ChangeRow): string =>
  m.changes_from_to({ before: rateText(before), now: rateText(now) })

export const Assessment = ({ metric, row }: { metric: ChangeMetric; row: ChangeRow }) =>
  row.isReal ? (
    <span className={isWorse(metric, row.change) ? 'text-missed' : 'text-answered'}>{m.changes_real()}</span>
  ) : (
    <span className="text-text-3">{m.overview_within_chance()}</span>
  )

/** Contribution of each part to a rate's change, by its share and by its own rate. A press filters the page. */
export const RateTable = ({
  metric,
  over,
  lead,
  onFiltered,
}: {
  metric: ChangeMetric
  over: ChangesOver
  lead: NonNullable<Changes['lead']>
  onFiltered?: (() => void) | undefined
}) => {
  const { objectTitle, change } = useOverview('objectTitle', 'change')
  const rows = [...lead.rows, ...(lead.others ? [lead.others] : [])]
  const sum = (pick: (effects: { mix: number; own: number }) => number) =>
    rows.reduce((all, { effects }) => all + (effects ? pick(effects) : 0), 0)
  return (
    <>
      <Table edge="none" className="tabular-nums">
        <thead>
          <tr>
            <Th className="w-full">{explainedByName(lead.by)}</Th>
            <Th numeric>{m.changes_share_of()}</Th>
            <Th numeric>{m.changes_own_rate()}</Th>
            <Th numeric>{m.changes_together()}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = partName(row, objectTitle)
            const address = addressOfRow(row)
            const isOthers = row === lead.others
            return (
              <tr key={`${row.value} ${row.parts}`} className="hover:bg-hover">
                <th scope="row" className="max-w-0 border-b border-line font-normal">
                  {address === null ? (
                    <span className="block truncate text-text-2">{name}</span>
                  ) : (
                    <button
                      type="button"
                      aria-label={`${name} ${signedPoints(row.change)}`}
                      title={m.changes_filter_title({ name })}
                      onClick={() => {
                        change(address)
                        onFiltered?.()
                      }}
                      className="min-h-8 w-full cursor-default truncate rounded-1 text-left hover:text-accent focus-visible:-outline-offset-2 phone:min-h-11"
                    >
                      <bdi>{name}</bdi>
                    </button>
                  )}
                </th>
                <Td numeric>
                  <span className="mr-2 text-text-3 phone:hidden">{shareLabel(row, over)}</span>
                  {signedPoints(row.effects?.mix ?? 0)}
                </Td>
                <Td numeric>
                  <span className="mr-2 text-text-3 phone:hidden">
                    {isOthers && row.parts > 1 ? m.overview_within_chance() : ownRateLabel(row)}
                  </span>
                  {signedPoints(row.effects?.own ?? 0)}
                </Td>
                <Td
                  numeric
                  className={classNames(
                    'font-strong',
                    !isOthers &&
                      row.change !== 0 &&
                      (isWorse(metric, row.change) ? 'text-missed' : 'text-answered'),
                  )}
                >
                  {signedPoints(row.change)}
                </Td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr className="h-8 font-strong">
            <th scope="row" className="font-strong">
              {m.changes_total()}
            </th>
            <Td numeric>{signedPoints(sum(({ mix }) => mix))}</Td>
            <Td numeric>{signedPoints(sum(({ own }) => own))}</Td>
            <Td numeric>{signedPoints(over.change)}</Td>
          </tr>
        </tfoot>
      </Table>
      <ul className="mt-2 grid gap-1 text-12 text-text-2">
        {effectLines(lead).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
