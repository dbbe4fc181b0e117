import { lazy, Suspense } from 'react'
import { isChangeMetric } from '#/contract/figures/changes.ts'
import { worded } from '#/i18n/locale.ts'
import type { ReportComparison, Figures } from '#/contract/figures/answers.ts'
import { metricOf, REPORT_METRICS, type ReportMetric } from '#/analytics/report-metrics.ts'
import { narrowedTo, type Filter } from '#/contract/figures/questions.ts'
import {
  useAnswer,
  useOverview,
  type Overview,
  useWholeOverview,
} from '#/features/overview/data/use-overview.ts'
import { filterLabel } from '#/domain/contact-list/dimension-labels.ts'
import { failedDays, isOwnSettled } from '#/domain/figures/unread-days.ts'
import { gapLabel, unreadLabel } from '#/domain/figures/gap-labels.ts'
import { conditionPeriodLabel } from '#/features/overview/export/conditions.ts'
import type { Receipt } from '#/domain/figures/receipt.tsx'
import { AllChangesLink } from '#/features/overview/changes/all-changes-link.tsx'
import { ChangesBlock } from '#/features/overview/changes/changes-block.tsx'
import { ReceiptContents } from '#/domain/figures/receipt-contents.tsx'
import { counted, formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Section } from '#/ui/data/section.tsx'
import { comparisonNotes } from '#/domain/period/comparison-labels.ts'
import { changeOf, perDay } from '#/analytics/figure-change.ts'
import { noteLine, noteLines } from '#/domain/note-labels.ts'
import { useNotesAt } from '#/features/overview/notes/use-notes.ts'
import { narrowedDays } from '#/analytics/period.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { changeLabel } from '#/domain/figures/change-labels.ts'
import { comparedDaysLabel, noChangeLabel } from './change.ts'
import {
  computedLabel,
  countedLabel,
  crmName,
  figureText,
  metricName,
  type SomeFigures,
} from '#/domain/figures/figure-labels.ts'
import type { FigureProps } from './figure-button.tsx'
import { leftOutLabels } from './left-out.ts'
import { usePlanInput } from './plan-input.tsx'
import { OpenContacts, contactsPlace } from './open-contacts.tsx'
import { countedRows, rowsBehind } from './rows-behind.ts'

const NO_FILTERS: readonly Filter[] = []

type ReceiptInput = Receipt['inputs'][number]

const ContactsDialog = lazy(async () => ({ default: (await import('./contacts-dialog.tsx')).ContactsDialog }))

/** Separate, since it reads the whole overview: the button re-renders only for its own figure. */
export const OpenReceipt = ({
  figure,
  onList,
  onClose,
}: {
  figure: FigureProps
  onList: () => void
  onClose: () => void
}) => {
  const overview = useWholeOverview()
  const notes = useNotesAt(
    narrowedDays(overview.days, narrowedTo(overview.question.filters, figure.filters ?? NO_FILTERS)),
  )
  const plan = usePlanInput(figure)
  const receipt = figureReceipt(overview, figure, onList, notes, plan)
  const { metric, filters = NO_FILTERS } = figure
  if (!isChangeMetric(metric) || overview.comparedDays === null)
    return <ReceiptContents receipt={receipt} onClose={onClose} />
  return (
    <ReceiptContents
      onClose={onClose}
      receipt={{
        ...receipt,
        changes: (
          <Section title={m.changes_title()} level={3} className="mt-3 border-t border-line pb-0">
            <ChangesBlock isNarrow metric={metric} filters={filters} onFiltered={onClose} />
          </Section>
        ),
        actions: (
          <>
            {receipt.actions}
            <AllChangesLink metric={metric} filters={filters} className="ml-auto" />
          </>
        ),
      }}
    />
  )
}

/** List of contacts where the journal can't show them. */
export const FigureList = ({
  figure: { metric, figures, filters = NO_FILTERS },
  onClose,
}: {
  figure: FigureProps
  onClose: () => void
}) => {
  const { filters: pageFilters, won } = useOverview('filters', 'won')
  return (
    <Suspense fallback={null}>
      <ContactsDialog
        filters={[...narrowedTo(pageFilters, filters), ...(rowsBehind(metric, figures, won)?.filters ?? [])]}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** Notes on incomplete data; unreadable records aren't counted as missing contacts. */
const incompleteNotes = ({ state, objectTitle }: Overview): string[] => {
  if (state !== null && failedDays(state).length > 0)
    return [`${unreadLabel(state.current)}.`, m.overview_partial_note()]
  if (state?.is !== 'loaded') return [m.overview_partial_note()]
  const gapText = gapLabel(state.shortfall, objectTitle)
  return [...(gapText === '' ? [] : [gapText]), ...(isOwnSettled(state) ? [] : [m.overview_partial_note()])]
}

/**
 * Receipt of a figure.
 * @param onList opens the contacts where the journal can't show them
 * @param plan target of the month; null: none
 */
const figureReceipt = (
  overview: Overview,
  figure: FigureProps,
  onList: () => void,
  chartNotes: readonly ChartNote[],
  plan: ReceiptInput | null,
): Receipt => {
  const {
    metric,
    figures,
    filters = NO_FILTERS,
    compared = null,
    label = metricName(metric),
    more,
    isListed = true,
  } = figure
  const { definition, formula, exclusions, whole }: ReportMetric = REPORT_METRICS[metric]
  const { question, report, search, comparedDays, objectTitle } = overview
  const narrowed = narrowedTo(question.filters, filters)
  const undated = report?.leftOut.undated ?? 0
  // Not counted for parts of the report.
  const isUndatedCounted = filters.length === 0 && metric !== 'not_through'
  const text = figureText(metric, figures)
  const computed = computedLabel(metric, figures)
  const leftOut = [
    ...leftOutLabels(metric, figures, filters.length === 0 ? (report?.leftOut ?? null) : null),
    ...(more?.leftOut ?? []),
  ]
  const comparison = report?.comparison ?? null
  const change = compared && comparison && changeOf(metric, figures, compared, comparison)
  const daily = compared && comparison && perDay(metric, figures, compared, comparison)
  const rows = isListed ? rowsBehind(metric, figures, question.won) : null
  const behind = rows && (figures[countedRows(metric)] ?? 0) > 0 ? [...narrowed, ...rows.filters] : null
  const place = behind && contactsPlace(overview, behind, rows?.found)
  const rowsCounted = whole === null ? (rows?.count ?? null) : (figures[whole] ?? null)
  return {
    title: label,
    value: text ?? '–',
    definition: worded(definition),
    formula: (
      <>
        <span className="block font-normal text-text-2">{worded(formula)}</span>
        {computed ?? m.overview_share_of_nothing()}
      </>
    ),
    inputs: [
      {
        label: m.overview_filters(),
        value: (
          <bdi>
            {[
              conditionPeriodLabel(overview),
              search.object === undefined ? m.all_objects() : objectTitle(search.object),
              ...narrowed.map((filter) => filterLabel(filter, objectTitle)),
            ].join(', ')}
          </bdi>
        ),
      },
      ...(rowsCounted !== null
        ? [
            {
              label: m.overview_rows_counted(),
              value: whole === null ? formatNumber(rowsCounted) : countedLabel(whole, figures),
            },
          ]
        : rows && !rows.found
          ? [
              {
                label: m.overview_rows_counted(),
                value: <RowCount filters={[...narrowed, ...rows.filters]} />,
              },
            ]
          : []),
      ...(metric === 'target_rate' ? targetRates(figures) : []),
      ...(metric === 'missed_rate' || metric === 'missed' ? missedInHours(figures) : []),
      ...(metric === 'median_duration' ? meanDuration(figures) : []),
      {
        label: m.overview_left_out(),
        value:
          leftOut.length === 0 ? (
            m.overview_left_out_none()
          ) : (
            <ul>
              {leftOut.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          ),
      },
      ...(chartNotes.length > 0 ? [{ label: m.chart_notes(), value: <NoteLines notes={chartNotes} /> }] : []),
      ...(plan === null ? [] : [plan]),
      ...(more?.inputs ?? []),
      ...(metric === 'deals' && filters.length === 0 && report
        ? [{ label: m.overview_sums(), value: <Sums sums={report.figures.sums} /> }]
        : []),
      ...(comparedDays && compared
        ? [
            {
              label: m.overview_compared_with(),
              value: (
                <>
                  {comparedDaysLabel(comparedDays, question)}
                  <span className="block">
                    {computedLabel(metric, compared) ?? <Absent reason={m.overview_nothing_before()} />}
                  </span>
                </>
              ),
            },
            ...(daily && comparison
              ? [
                  {
                    label: m.overview_per_day_label(),
                    value: <PerDay {...{ comparison, daily, figures, compared, metric }} />,
                  },
                ]
              : []),
            ...(isChangeMetric(metric)
              ? []
              : [
                  {
                    label: m.overview_change(),
                    value: (change && changeLabel(change)) ?? (
                      <Absent reason={noChangeLabel(metricOf(metric, compared))} />
                    ),
                  },
                ]),
          ]
        : []),
    ],
    notes: [
      ...(more?.notes ?? []),
      ...(exclusions && leftOut.length === 0 ? [worded(exclusions)] : []),
      ...(!isChangeMetric(metric) && change?.verdict === 'same' ? [m.overview_within_chance()] : []),
      ...(compared && comparison ? comparisonNotes(overview, comparison) : []),
      ...(metric === 'deals' || metric === 'won' ? [m.overview_no_currency()] : []),
      ...(isUndatedCounted && undated > 0 ? [m.overview_undated_counted(counted(undated))] : []),
      ...incompleteNotes(overview),
    ],
    actions: place || (behind && !rows?.found) ? <OpenContacts place={place} onList={onList} /> : undefined,
  }
}

/** "2,272 ÷ 26 days = 87.38", with the comparison. */
const PerDay = ({
  metric,
  figures,
  compared,
  comparison,
  daily,
}: Required<Pick<FigureProps, 'metric' | 'figures'>> & {
  compared: NonNullable<FigureProps['compared']>
  comparison: ReportComparison
  daily: NonNullable<ReturnType<typeof perDay>>
}) => (
  <>
    {m.overview_per_day_of({
      sum: figureText(metric, figures) ?? '–',
      days: m.spend_days_count(counted(comparison.days)),
      shown: formatNumber(daily.now),
    })}
    <span className="block">
      {m.overview_per_day_of({
        sum: figureText(metric, compared) ?? '–',
        days: m.spend_days_count(counted(comparison.comparedDays)),
        shown: formatNumber(daily.before),
      })}
    </span>
  </>
)

const NOTES_SHOWN = 3

const NoteLines = ({ notes }: { notes: readonly ChartNote[] }) => (
  <ul>
    {noteLines(notes, NOTES_SHOWN, noteLine).map((line, nth) => (
      <li key={notes[nth]?.id ?? 'more'} className="wrap-anywhere">
        <bdi>{line}</bdi>
      </li>
    ))}
  </ul>
)

/** By CRM, never across them (G28). */
const Sums = ({ sums }: { sums: Figures['sums'] }) => (
  <ul title={m.overview_no_currency()}>
    {sums.map(({ crm, sum, unpriced }) => (
      <li key={crm}>
        <bdi>{crmName(crm)}</bdi> {formatMoney(sum)}
        {unpriced > 0 && (
          <span className="text-text-3">, {m.overview_unpriced({ shown: formatNumber(unpriced) })}</span>
        )}
      </li>
    ))}
  </ul>
)

const RowCount = ({ filters }: { filters: readonly Filter[] }) => {
  const { data } = useAnswer('rows', filters, { filters, limit: 0 })
  return data ? m.contacts_count(counted(data.total)) : m.loading()
}

const meanDuration = (figures: SomeFigures): Receipt['inputs'] => {
  const meanText = computedLabel('mean_duration', figures)
  return meanText === null ? [] : [{ label: metricName('mean_duration'), value: meanText }]
}

/** The rate within working hours, if there are any. */
const missedInHours = ({ in_hours: counted = null }: SomeFigures): Receipt['inputs'] =>
  counted === null
    ? []
    : [
        {
          label: m.receipt_in_hours(),
          value:
            counted.calls === 0
              ? '–'
              : m.receipt_in_hours_of({
                  missed: formatNumber(counted.missed),
                  calls: formatNumber(counted.calls),
                  rate: formatPercent(counted.missed / counted.calls),
                }),
        },
      ]

/** The rate among evaluated contacts and among answered calls. */
const targetRates = ({
  target = null,
  not_target: other = null,
  answered_target: ofAnswered = null,
  answered = null,
}: SomeFigures): Receipt['inputs'] => {
  const rate = (label: string, part: number | null, whole: number | null) =>
    part === null || whole === null
      ? []
      : [
          {
            label,
            value:
              whole === 0
                ? '–'
                : m.today_target_of({
                    rate: formatPercent(part / whole),
                    target: formatNumber(part),
                    contacts: formatNumber(whole),
                  }),
          },
        ]
  return [
    ...rate(m.overview_rate_marked(), target, target === null || other === null ? null : target + other),
    ...rate(m.overview_rate_answered(), ofAnswered, answered),
  ]
}
