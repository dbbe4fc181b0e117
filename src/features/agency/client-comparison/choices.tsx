import type { PeriodPreset } from '#/contract/preferences.ts'
import { PeriodPicker } from '#/domain/period/period-picker.tsx'
import { PeriodPill } from '#/domain/period/period-pill.tsx'
import { PRESET_WORDS } from '#/domain/period/period-labels.ts'
import { METRIC_IDS, METRICS, type MetricId } from '#/analytics/metrics.ts'
import { worded } from '#/i18n/locale.ts'
import { formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { FilterPill } from '#/ui/control/pill.tsx'
import type { ClientComparisonState } from './use-client-comparison.ts'

/** Spans of days that move with the calendar, and are worth asking of many clients. */
const ROLL_UP_PERIODS = [
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_week',
  'this_month',
  'last_month',
] as const satisfies readonly PeriodPreset[]

/** Ready periods, and any days. */
export const ClientComparisonPeriodChoice = ({ state }: { state: ClientComparisonState }) => {
  const { settings, rollUp, today, change } = state
  const { period } = settings
  const { days } = rollUp.choice
  return (
    <PeriodPill
      name={m.filter_period()}
      value={typeof period === 'string' ? PRESET_WORDS[period]() : formatDays(period)}
      removeLabel=""
      renderPicker={(calendar, close) => (
        <PeriodPicker
          calendar={calendar}
          autoFocus
          days={days}
          preset={typeof period === 'string' ? period : undefined}
          presets={ROLL_UP_PERIODS}
          today={today}
          onPreset={(preset) => change({ period: preset })}
          onDays={({ from = days.from, to = days.to }) => change({ period: { from, to } })}
          onDone={close}
        />
      )}
    />
  )
}

/** The figures to show, in the order of the metrics, and whether with their changes. */
export const ColumnChoice = ({ state }: { state: ClientComparisonState }) => {
  const { settings, change } = state
  const { metrics, isCompared } = settings
  const toggle = (metric: MetricId) =>
    change({
      metrics: METRIC_IDS.filter((one) => metrics.includes(one) !== (one === metric)),
    })
  const shown = formatNumber(metrics.length)
  return (
    <FilterPill
      name={m.rollup_columns()}
      value={
        metrics.length === 0
          ? m.rollup_columns_none()
          : isCompared
            ? m.rollup_columns_compared({ shown })
            : shown
      }
      removeLabel=""
    >
      {() => (
        <fieldset className="grid w-64 phone:w-full">
          <legend className="sr-only">{m.rollup_columns()}</legend>
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
            description={m.rollup_change_hint()}
            className="mt-2 border-t border-line pt-2"
            onChange={({ target }) => change({ isCompared: target.checked })}
          >
            {m.rollup_change()}
          </Checkbox>
        </fieldset>
      )}
    </FilterPill>
  )
}
