import { presetRange, shiftRange } from '#/analytics/period.ts'
import { DEFAULT_JOURNAL_PERIOD } from '#/contract/call-filters.ts'
import { isServicePeriod, type PeriodChoice } from '#/domain/period/period-choice.ts'
import { PeriodControl } from '#/domain/period/period-control.tsx'
import { rangeLabel } from '#/domain/period/period-labels.ts'
import { periodRange, periodLabel } from '#/features/journal/period.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'

const choiceOf = ({
  period = DEFAULT_JOURNAL_PERIOD,
  date_from: from,
  date_to: to,
  preset,
}: Journal['search']): PeriodChoice =>
  period === 'custom' ? { name: preset ?? 'custom', from, to } : { name: period }

/** Presets are sent as days, the service's own words as they are; "all time" as nothing. */
const searchOf = ({ name, from, to }: PeriodChoice, today: string) => {
  if (name === 'custom') return { period: 'custom', date_from: from, date_to: to } as const
  if (name === 'all' || isServicePeriod(name))
    return { period: name, date_from: undefined, date_to: undefined } as const
  const days = presetRange(name, today)
  return { period: 'custom', date_from: days.from, date_to: days.to, preset: name } as const
}

/** Presets, custom days and the service's own periods. */
export const PeriodFilter = ({ journal, today }: { journal: Journal; today: string }) => {
  const { search, change } = journal
  return (
    <PeriodControl
      valueText={periodLabel(search, today)}
      period={choiceOf(search)}
      today={today}
      isService
      onApply={(period) => change(searchOf(period, today))}
      onRemove={
        search.period === undefined
          ? undefined
          : () => change({ period: undefined, date_from: undefined, date_to: undefined })
      }
    />
  )
}

/** Previous or next period. The label names the days: a service's "month" is undefined (G23). */
export const PeriodArrows = ({ journal, today }: { journal: Journal; today: string }) => {
  const range = periodRange(journal.search, today)
  const arrow = (steps: -1 | 1) => {
    const days = range && shiftRange(range, steps, today)
    const name = steps === -1 ? m.previous_period() : m.next_period()
    const button = (
      <Button
        variant="ghost"
        className="w-7 px-0! unavailable:border-transparent! unavailable:bg-transparent! unavailable:text-line-control! phone:w-10"
        aria-label={name}
        aria-description={days ? rangeLabel(days, today) : undefined}
        disabledReason={days ? undefined : reasonOf(journal, range !== null, steps)}
        onClick={() => {
          if (days) journal.change({ period: 'custom', date_from: days.from, date_to: days.to })
        }}
      >
        <Icon name={steps === -1 ? 'chevron-left' : 'chevron-right'} />
      </Button>
    )
    // Disabled buttons have their reason as tooltip.
    return days ? <Tooltip text={`${name}: ${rangeLabel(days, today)}`}>{button}</Tooltip> : button
  }
  return (
    <span className="-mx-1 inline-flex">
      {arrow(-1)}
      {arrow(1)}
    </span>
  )
}

const reasonOf = ({ search }: Journal, hasDays: boolean, steps: -1 | 1): string => {
  if (hasDays) return steps === 1 ? m.shift_at_end() : m.shift_nowhere()
  return search.period === 'all' ? m.shift_unbounded() : m.shift_undated()
}
