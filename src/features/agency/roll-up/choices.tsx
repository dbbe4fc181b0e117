import { worded } from '#/i18n/locale.ts'
import { useState } from 'react'
import { isDay, type DayRange } from '#/contract/day.ts'
import { METRICS, METRIC_IDS, type MetricId } from '#/analytics/metrics.ts'
import { formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { FilterPill } from '#/ui/control/pill.tsx'
import { ROLL_UP_PERIODS, type RollUpPeriod } from './period.ts'
import type { RollUpState } from './use-roll-up.ts'

const PERIOD_WORDS = {
  yesterday: m.preset_yesterday,
  last_7_days: m.preset_last_7_days,
  last_30_days: m.preset_last_30_days,
  last_week: m.preset_last_week,
  this_month: m.preset_this_month,
  last_month: m.preset_last_month,
} as const satisfies Record<RollUpPeriod, () => string>

/** Ready periods, and any days. */
export const PeriodChoice = ({ state }: { state: RollUpState }) => {
  const { settings, rollUp, change } = state
  const { period } = settings
  return (
    <FilterPill
      name={m.filter_period()}
      value={typeof period === 'string' ? PERIOD_WORDS[period]() : formatDays(period)}
      removeLabel=""
    >
      {(close) => (
        <div className="grid w-72 gap-3 phone:w-full">
          <fieldset className="grid grid-cols-2 gap-1 phone:gap-1.5">
            <legend className="sr-only">{m.period_presets()}</legend>
            {ROLL_UP_PERIODS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === period}
                data-autofocus={one === period || undefined}
                onClick={() => {
                  change({ period: one })
                  close()
                }}
                className="h-7 cursor-default rounded-2 px-2 text-left text-13 whitespace-nowrap text-text-2 hover:bg-hover-raised hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-accent phone:h-10 phone:border phone:border-line-strong phone:text-center phone:aria-pressed:border-accent forced-colors:aria-pressed:border"
              >
                {PERIOD_WORDS[one]()}
              </button>
            ))}
          </fieldset>
          <OwnDays days={rollUp.choice.days} onChange={(days) => change({ period: days })} />
        </div>
      )}
    </FilterPill>
  )
}

/** Days typed in; they count as soon as both are days and in order. */
const OwnDays = ({ days, onChange }: { days: DayRange; onChange: (days: DayRange) => void }) => {
  const [typed, setTyped] = useState(days)
  const type = (part: Partial<DayRange>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) onChange(next)
  }
  const isReversed = isDay(typed.from) && isDay(typed.to) && typed.from > typed.to
  return (
    <div className="grid grid-cols-2 gap-2 border-t border-line pt-3">
      <TextField
        type="date"
        label={m.filter_date_from()}
        value={typed.from}
        onChange={({ target }) => type({ from: target.value })}
      />
      <TextField
        type="date"
        label={m.filter_date_to()}
        value={typed.to}
        error={isReversed ? m.date_reversed() : undefined}
        onChange={({ target }) => type({ to: target.value })}
      />
    </div>
  )
}

/** The figures to show, in the order of the metrics, and whether with their changes. */
export const ColumnChoice = ({ state }: { state: RollUpState }) => {
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
