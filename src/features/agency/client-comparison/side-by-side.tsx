import { worded } from '#/i18n/locale.ts'
import { useState } from 'react'
import { METRICS, type MetricId, figureOf } from '#/analytics/metrics.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { daysIn } from '#/contract/day.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { ComparedBars, type ComparedBar } from '#/ui/chart/compared-bars.tsx'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { QuickChip } from '#/ui/control/pill.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { ClientChecks } from './client-choice.tsx'
import { missingFigureLabel, tallyLengthsLabel, tallyLabel } from './figure-labels.ts'
import { isKnown, type Figure } from './client-comparison.ts'
import { unfinishedLabel } from './unread-days.ts'
import type { ClientComparisonState } from './use-client-comparison.ts'

const MOST = 8
const FIRST = 4

const shownOf = ({ tally, change }: Figure) =>
  isKnown(change)
    ? { now: change.current, before: change.previous }
    : { now: isKnown(tally) ? tally : null, before: null }

/** Bar chart of one metric for selected clients. @param clients loaded ones */
export const SideBySide = ({
  state,
  clients,
  isOpen,
  onClose,
}: {
  state: ClientComparisonState
  clients: readonly ClientRead[]
  isOpen: boolean
  onClose: () => void
}) => (
  <Dialog
    open={isOpen}
    title={m.client_comparison_side_by_side_title()}
    size="wide"
    onClose={onClose}
    actions={<Button onClick={onClose}>{m.close()}</Button>}
  >
    <Contents state={state} clients={clients} />
  </Dialog>
)

const Contents = ({ state, clients }: { state: ClientComparisonState; clients: readonly ClientRead[] }) => {
  const { figures } = state
  const { metrics, days } = figures.choice
  const [wanted, setWanted] = useState<MetricId | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(clients.slice(0, FIRST).map(({ client }) => client)),
  )
  const [isTable, setTable] = useState(false)
  const metric = metrics.find((one) => one === wanted) ?? metrics[0]
  if (metric === undefined) return <p>{m.client_comparison_no_columns()}</p>

  const rows = clients
    .filter(({ client }) => chosen.has(client))
    .map((client) => ({
      client,
      figure: figures.figure(metric, state.accounts.get(client.client)),
      isFinal: unfinishedLabel(state, client.client) === null,
    }))
  const unread = rows.filter(({ isFinal }) => !isFinal).map(({ client }) => client)
  const perDay = rows.flatMap(({ figure: { change } }) =>
    isKnown(change) && change.isPerDay ? [change] : [],
  )[0]
  const { comparison } = figures
  const period = formatDays(comparison?.current ?? days)
  const before = comparison ? formatDays(comparison.previous) : undefined
  const summary = m.client_comparison_chart_summary({ metric: worded(METRICS[metric].name), days: period })
  return (
    <div className="grid gap-4 desk:grid-cols-[200px_minmax(0,1fr)]">
      <div className="grid content-start gap-3">
        <SelectField
          label={m.client_comparison_metric()}
          value={metric}
          onChange={({ target }) => setWanted(metrics.find((one) => one === target.value) ?? null)}
        >
          {metrics.map((one) => (
            <option key={one} value={one}>
              {worded(METRICS[one].name)}
            </option>
          ))}
        </SelectField>
        <ClientChecks clients={clients} chosen={chosen} onChange={setChosen} most={MOST} />
        <p className="text-12 text-text-3">{m.client_comparison_most_chosen({ most: formatNumber(MOST) })}</p>
      </div>
      <div className="min-w-0">
        <div role="group" aria-label={m.client_comparison_view()} className="flex gap-1">
          <QuickChip pressed={!isTable} onPress={() => setTable(false)}>
            {m.client_comparison_as_chart()}
          </QuickChip>
          <QuickChip pressed={isTable} onPress={() => setTable(true)}>
            {m.client_comparison_as_table()}
          </QuickChip>
        </div>
        {rows.length === 0 ? (
          <p className="py-4 text-13">{m.client_comparison_none_chosen_title()}</p>
        ) : isTable ? (
          <Figures rows={rows} title={summary} period={period} before={before} />
        ) : (
          <ComparedBars
            label={[
              summary,
              ...rows.map(
                ({ client, figure, isFinal }) =>
                  `${clientName(client)}: ${spoken(figure)}${isFinal ? '' : `, ${m.client_comparison_incomplete()}`}`,
              ),
            ].join('. ')}
            series={[period, before]}
            partial={m.client_comparison_incomplete()}
            bars={rows.map((row) => ({ ...barOf(row.client, row.figure), isPartial: !row.isFinal }))}
          />
        )}
        {perDay && <p className="mt-2 text-12 text-text-3">{tallyLengthsLabel(perDay)}</p>}
        {unread.length > 0 && (
          <ul className="mt-2 grid gap-1 text-12 text-warning">
            {unread.map((client) => (
              <li key={client.client}>
                <bdi>{clientName(client)}</bdi>: {unfinishedLabel(state, client.client)?.why}
              </li>
            ))}
            <li>
              <LinkButton onClick={() => state.update(unread.map(({ client }) => client))}>
                {m.retry()}
              </LinkButton>
            </li>
          </ul>
        )}
      </div>
    </div>
  )
}

const wordsOf = (tally: ReturnType<typeof shownOf>['now']) => (tally && tallyLabel(tally)) ?? '–'

const spoken = (figure: Figure) => {
  const { now, before } = shownOf(figure)
  return before ? `${wordsOf(now)} (${wordsOf(before)})` : wordsOf(now)
}

const barOf = (client: ClientRead, figure: Figure): ComparedBar => {
  const { now, before } = shownOf(figure)
  const { change } = figure
  // Bars of different lengths of time aren't comparable.
  const [days, comparedDays] =
    isKnown(change) && change.isPerDay
      ? [daysIn(change.comparison.current), daysIn(change.comparison.previous)]
      : [1, 1]
  const drawn = (tally: typeof now, among: number) => {
    const value = tally && figureOf(tally)
    return value === null ? undefined : value / among
  }
  return {
    label: clientName(client),
    value: drawn(now, days),
    words: wordsOf(now),
    compared: drawn(before, comparedDays),
    comparedLabel: before ? wordsOf(before) : undefined,
  }
}

const Figures = ({
  rows,
  title,
  period,
  before,
}: {
  rows: readonly { client: ClientRead; figure: Figure; isFinal: boolean }[]
  title: string
  period: string
  before: string | undefined
}) => {
  const cell = (figure: Figure, tally: ReturnType<typeof shownOf>['now']) => {
    const text = tally && tallyLabel(tally)
    if (text !== null) return text
    return (
      <Absent
        reason={
          isKnown(figure.tally) ? m.client_comparison_share_of_nothing() : missingFigureLabel(figure.tally)
        }
      />
    )
  }
  return (
    <Table aria-label={title} edge="none" className="mt-2">
      <thead>
        <tr>
          <Th>{m.client_key()}</Th>
          <Th numeric>{period}</Th>
          {before !== undefined && <Th numeric>{before}</Th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ client, figure, isFinal }) => {
          const shown = shownOf(figure)
          return (
            <Tr key={client.client}>
              <Td className="whitespace-normal wrap-anywhere">
                <bdi>{clientName(client)}</bdi>
                {!isFinal && (
                  <span className="block text-12 text-warning">{m.client_comparison_incomplete()}</span>
                )}
              </Td>
              <Td numeric className={isFinal ? '' : 'text-text-3'}>
                {cell(figure, shown.now)}
              </Td>
              {before !== undefined && <Td numeric>{cell(figure, shown.before)}</Td>}
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
