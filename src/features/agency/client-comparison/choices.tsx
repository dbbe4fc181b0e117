import { isServicePeriod } from '#/domain/period/period-choice.ts'
import { PeriodControl } from '#/domain/period/period-control.tsx'
import { PRESET_WORDS } from '#/domain/period/period-labels.ts'
import { METRIC_IDS, METRICS, type MetricId } from '#/analytics/metrics.ts'
import { worded } from '#/i18n/locale.ts'
import { formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { FilterPill } from '#/ui/control/pill.tsx'
import type { ClientComparisonState } from './use-client-comparison.ts'

export const ClientComparisonPeriodChoice = ({ state }: { state: ClientComparisonState }) => {
  const { settings, figures, today, change } = state
  const { period, comparison } = settings
  const { days } = figures.choice
  const { comparison: compared } = figures
  return (
    <PeriodControl
      valueText={typeof period === 'string' ? PRESET_WORDS[period]() : formatDays(period)}
      comparedLabel={compared ? formatDays(compared.previous) : m.compared_with_nothing()}
      period={typeof period === 'string' ? { name: period } : { name: 'custom', ...period }}
      comparison={comparison}
      comparesFullDays
      today={today}
      onApply={(next, nextComparison) => {
        const { from = days.from, to = days.to } = next
        change({
          period: next.name === 'custom' || isServicePeriod(next.name) ? { from, to } : next.name,
          comparison: nextComparison,
        })
      }}
    />
  )
}

/** Visible metrics in order, and whether with changes. */
export const ColumnChoice = ({ state }: { state: ClientComparisonState }) => {
  const { settings, change } = state
  const { metrics, comparison } = settings
  const isCompared = comparison.compare !== 'none'
  const toggle = (metric: MetricId) =>
    change({
      metrics: METRIC_IDS.filter((one) => metrics.includes(one) !== (one === metric)),
    })
  const shown = formatNumber(metrics.length)
  return (
    <FilterPill
      name={m.client_comparison_columns()}
      value={
        metrics.length === 0
          ? m.client_comparison_columns_none()
          : isCompared
            ? m.client_comparison_columns_compared({ shown })
            : shown
      }
      removeLabel=""
    >
      {() => (
        <fieldset className="grid w-64 phone:w-full">
          <legend className="sr-only">{m.client_comparison_columns()}</legend>
          {METRIC_IDS.map((metric, at) => (
            <Checkbox
              key={metric}
              checked={metrics.includes(metric)}
              data-autofocus={at === 0 || undefined}
              onChange={() => toggle(metric)}
            >
              {worded(METRICS[metric].name)}
            </Checkbox>
          ))}
          <Checkbox
            checked={isCompared}
            description={m.client_comparison_change_hint()}
            className="mt-2 border-t border-line pt-2"
            onChange={({ target }) => change({ comparison: target.checked ? {} : { compare: 'none' } })}
          >
            {m.client_comparison_change()}
          </Checkbox>
        </fieldset>
      )}
    </FilterPill>
  )
}
