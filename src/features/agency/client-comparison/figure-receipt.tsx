import { worded } from '#/i18n/locale.ts'
import { Link } from '@tanstack/react-router'
import type { DayRange } from '#/contract/day.ts'
import { COUNTED, METRICS, type MetricId, type Tally, figureOf } from '#/analytics/metrics.ts'
import type { ClientCounts } from '#/contract/archive/client-comparison.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import type { Receipt } from '#/domain/figures/receipt.tsx'
import { filterWords } from '#/domain/files/filter-lines.ts'
import { statusFilterWord } from '#/domain/cells/status-labels.ts'
import { formatDays, formatNumber, formatStretches } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { tallyChangeLabel, tallyLengthsLabel, tallyLabel } from './figure-labels.ts'
import { filteredCount, isKnown, type Figure, type ClientComparison } from './client-comparison.ts'

const PARTS = {
  contacts: m.contacts_table,
  first_time: m.first_time,
  target: m.client_comparison_target_contacts,
  calls: m.client_comparison_calls,
  missed: m.client_comparison_missed_calls,
}

const statusWord = ({ status_filter: code }: CallFilters) =>
  code === undefined ? null : (statusFilterWord(code) ?? m.status_user_call())

const computed = (tally: Tally) =>
  tally.whole === null || figureOf(tally) === null
    ? tallyLabel(tally)
    : `${formatNumber(tally.part)} ÷ ${formatNumber(tally.whole)} = ${tallyLabel(tally)}`

/** Counts of a figure, as the service returned them. */
const inputsOf = (metric: MetricId, tally: Tally, days: DayRange, counts: ClientCounts | null) => {
  const { part, whole } = METRICS[metric]
  const named = [
    { label: PARTS[part](), value: formatNumber(tally.part) },
    ...(whole && tally.whole !== null ? [{ label: PARTS[whole](), value: formatNumber(tally.whole) }] : []),
  ]
  const counted: readonly CallFilters[] = COUNTED[whole ?? part]
  const byStatus = counts
    ? counted.flatMap((filters) => {
        const label = statusWord(filters)
        const count = filteredCount(counts, filters)
        // Empty statuses are omitted.
        return label === null || !count ? [] : [{ label: `– ${label}`, value: formatNumber(count) }]
      })
    : []
  const filters = [...COUNTED[part], ...(whole ? counted : [])].flatMap((one) => filterWords(one, undefined))
  return [
    ...named,
    ...byStatus,
    { label: m.filter_period(), value: formatDays(days) },
    ...(counted.length > 1
      ? []
      : [
          {
            label: m.client_comparison_filters(),
            value: [...new Set(filters)].join(', ') || m.client_comparison_filters_none(),
          },
        ]),
  ]
}

const changeInputs = (figure: Figure) => {
  const { change } = figure
  if (!isKnown(change)) return []
  const { comparison, current, previous } = change
  return [
    ...(comparison.isCut
      ? [
          {
            label: m.client_comparison_compared_days(),
            value: `${formatDays(comparison.current)}: ${computed(current)}`,
          },
        ]
      : []),
    {
      label: m.client_comparison_compared_with(),
      value: `${formatDays(comparison.previous)}: ${computed(previous) ?? m.client_comparison_no_change()}`,
    },
    {
      label: m.client_comparison_change(),
      value: tallyChangeLabel(change) ?? m.client_comparison_no_change(),
    },
  ]
}

/**
 * Receipt of a comparison's figure.
 * @param of one client with its counts, or a total with its number of clients
 */
export const figureReceipt = (
  { choice }: ClientComparison,
  figure: Figure,
  of:
    | {
        readonly client: string
        readonly name: string
        readonly counts: ClientCounts | null
        /** Freshness with time zone, if clients have several. */
        readonly clock: string | null
        readonly unread: readonly DayRange[]
        readonly onRetry: () => void
      }
    | { readonly clients: string },
): Receipt => {
  const { metric, tally, change } = figure
  const { definition, formula, exclusions, part, whole } = METRICS[metric]
  const client = 'client' in of ? of : null
  const [only, more]: readonly CallFilters[] = COUNTED[part]
  const { from, to } = choice.days
  return {
    title: worded(METRICS[metric].name),
    value: isKnown(tally) ? (tallyLabel(tally) ?? '–') : '–',
    definition: worded(definition),
    formula: isKnown(tally) ? (
      <>
        <span className="block font-normal text-text-2">{worded(formula)}</span>
        {computed(tally)}
      </>
    ) : null,
    inputs: [
      'clients' in of
        ? { label: m.client_comparison_scope(), value: of.clients }
        : { label: m.client_key(), value: of.name },
      ...(client?.clock ? [{ label: m.period_times(), value: client.clock }] : []),
      ...(isKnown(tally) ? inputsOf(metric, tally, choice.days, client?.counts ?? null) : []),
      ...changeInputs(figure),
    ],
    notes: [
      ...(client && client.unread.length > 0
        ? [m.client_comparison_unread_note({ days: formatStretches(client.unread) })]
        : []),
      ...(exclusions ? [m.client_comparison_left_out({ what: worded(exclusions) })] : []),
      ...(whole !== null && isKnown(tally) && tally.whole === 0
        ? [m.client_comparison_share_of_nothing()]
        : []),
      ...(isKnown(change) && change.isPerDay ? [tallyLengthsLabel(change)] : []),
      ...(isKnown(change) && change.by !== null && change.verdict === 'same'
        ? [m.client_comparison_within_chance()]
        : []),
    ],
    // The journal filters by one status (G27): combined figures have no link.
    actions: client && (
      <>
        {client.unread.length > 0 && <Button onClick={client.onRetry}>{m.retry()}</Button>}
        {only && !more && (
          <Link
            to="/calls"
            search={{ ...only, period: 'custom', date_from: from, date_to: to, client: client.client }}
            className={buttonClass()}
          >
            {m.client_comparison_open_contacts()}
          </Link>
        )}
      </>
    ),
  }
}
