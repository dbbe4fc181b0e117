import type { ReactNode } from 'react'
import type { ChangeMetric } from '#/contract/figures/changes.ts'
import { isRate } from '#/analytics/report-metrics.ts'
import type { Changes } from '#/contract/figures/answers.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { isSameLength } from '#/analytics/figure-change.ts'
import { explainedByName, splitName } from '#/domain/figures/change-part-labels.ts'
import { changeSentence } from '#/domain/figures/change-sentence.ts'
import { AnswerState } from '#/features/overview/answer-state.tsx'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { counted, formatNumber, formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { ChangeLine, changeText, scaleOfChanges } from './change-bars.tsx'
import { RateTable } from './rate-table.tsx'
import { useChanges, useShowAllChanges } from './use-changes.ts'

const NO_FILTERS: readonly Filter[] = []

/** "298 fewer contacts than Oct 1–31 (per day −11.6%): Search −164." */
export const ChangeHeadline = ({ metric, changes }: { metric: ChangeMetric; changes: Changes }) => {
  const { comparedDays, objectTitle } = useOverview('comparedDays', 'objectTitle')
  const sentence = comparedDays && changeSentence(metric, changes, formatShortDays(comparedDays), objectTitle)
  if (!sentence) return null
  return (
    <>
      <p className="text-14 text-text-2">
        <b className="font-strong text-text">{sentence.head}</b>
        {sentence.rest}
      </p>
      {sentence.renamed !== null && <p className="text-13 text-text-2">{sentence.renamed}</p>}
    </>
  )
}

/** Notes that periods of unequal length are compared per day. */
export const ScalingNote = ({ metric, changes: { over } }: { metric: ChangeMetric; changes: Changes }) => {
  const { days, comparedDays } = useOverview('days', 'comparedDays')
  if (over === null || comparedDays === null || isSameLength(over) || isRate(metric)) return null
  const length = (of: number) => m.spend_days_count(counted(Math.round(of * 10) / 10))
  return (
    <p className="text-12 text-text-3">
      {m.changes_scaled({
        now: formatShortDays(days),
        days: length(over.days),
        before: formatShortDays(comparedDays),
        compared: length(over.comparedDays),
        counted: formatNumber(over.counted.part),
        scaled: formatNumber(over.before.part),
      })}
    </p>
  )
}

const NONE = {
  no_comparison: m.overview_nothing_before,
  nothing_before: m.overview_nothing_before,
  unread: m.changes_unread,
} as const satisfies Record<NonNullable<Changes['none']>, () => string>

/** Why there are no parts; null: there are. */
export const nothingText = ({ none }: Changes): string | null => (none === null ? null : NONE[none]())

/**
 * Explains a figure's change: a sentence, the most explanatory split, and the other splits.
 * @param filters narrow the figure besides the report's filters
 * @param isNarrow one column
 */
export const ChangesBlock = ({
  filters = NO_FILTERS,
  skeleton = <SkeletonLines lines={4} label={m.loading()} />,
  ...props
}: BlockProps & { readonly skeleton?: ReactNode }) => (
  <AnswerState query={useChanges(props.metric, filters)} skeleton={skeleton}>
    {(changes) => <Explained changes={changes} filters={filters} {...props} />}
  </AnswerState>
)

interface BlockProps {
  readonly metric: ChangeMetric
  readonly filters?: readonly Filter[]
  readonly isNarrow?: boolean
  readonly onFiltered?: () => void
}

const Explained = ({
  changes,
  metric,
  filters,
  isNarrow = false,
  onFiltered,
}: BlockProps & { readonly changes: Changes; readonly filters: readonly Filter[] }) => {
  const showAll = useShowAllChanges(metric, filters)
  const nothing = nothingText(changes)
  if (nothing !== null) return <p className="py-1 text-13 text-text-3">{nothing}</p>
  const { lead, also, over } = changes
  const scale = scaleOfChanges([...(lead?.rows ?? []), ...(lead?.others ? [lead.others] : []), ...also])
  const line = { metric, scale, onOthers: showAll, onFiltered }
  return (
    <div className="grid gap-2">
      <div className="grid gap-0.5">
        <ChangeHeadline metric={metric} changes={changes} />
      </div>
      {lead !== null && over !== null && isRate(metric) && (
        <RateTable metric={metric} over={over} lead={lead} onFiltered={onFiltered} />
      )}
      {lead !== null && over !== null && !isRate(metric) && (
        <div className={classNames('grid gap-x-8 gap-y-2', !isNarrow && 'min-[1000px]:grid-cols-2')}>
          <div className="min-w-0">
            <p className="flex gap-x-2 pb-0.5 text-12 text-text-2">
              {splitName(lead.by)}
              <span className="text-text-3">
                {m.changes_adds_up({ change: changeText(metric, over.change) })}
              </span>
            </p>
            <ul>
              {lead.rows.map((row) => (
                <ChangeLine key={row.value} row={row} {...line} />
              ))}
              {lead.others && <ChangeLine row={lead.others} note={m.changes_smaller()} isOthers {...line} />}
            </ul>
          </div>
          {also.length > 0 && (
            <div className="min-w-0">
              <p className="flex gap-x-2 pb-0.5 text-12 text-text-2">
                {m.changes_also()}
                <span className="text-text-3">{m.changes_also_note()}</span>
              </p>
              <ul>
                {also.map((row) => (
                  <ChangeLine
                    key={`${row.by} ${row.value}`}
                    row={row}
                    note={explainedByName(row.by).toLocaleLowerCase()}
                    {...line}
                  />
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
      <ScalingNote metric={metric} changes={changes} />
    </div>
  )
}
