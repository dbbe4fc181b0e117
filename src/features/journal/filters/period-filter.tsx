import { presetRange, presetsOf, shiftRange } from '#/analytics/period.ts'
import type { PeriodPickerProps } from '#/domain/period/period-picker.tsx'
import { PeriodPill } from '#/domain/period/period-pill.tsx'
import { rangeWords } from '#/domain/period/period-labels.ts'
import { periodRange, periodWords } from '#/features/journal/period.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import { useFilterFields } from './use-filter-fields.ts'

/** The journal's days as the picker of any period takes and changes them; days make the period a custom one. */
export const periodPicker = (
  { search: { date_from, date_to, preset: chosen }, change }: Journal,
  today: string,
): Omit<PeriodPickerProps, 'onDone'> => ({
  days: { from: date_from, to: date_to },
  preset:
    date_from === undefined || date_to === undefined
      ? undefined
      : (chosen ?? presetsOf({ from: date_from, to: date_to }, today)[0]),
  today,
  hasOpenEnds: true,
  onPreset: (preset) => {
    const { from, to } = presetRange(preset, today)
    change({ period: 'custom', date_from: from, date_to: to, preset })
  },
  onDays: ({ from, to }, options) => change({ period: 'custom', date_from: from, date_to: to }, options),
})

/** The pill of the period: the service's own words, ready periods, and any days. */
export const PeriodFilter = ({ journal, today }: { journal: Journal; today: string }) => {
  const { search, change } = journal
  const fields = useFilterFields()
  const value = periodWords(search, today)
  return (
    <PeriodPill
      name={m.filter_period()}
      value={value}
      first
      removeLabel={m.remove_filter({ filter: `${m.filter_period()} ${value}` })}
      onRemove={
        search.period === undefined
          ? undefined
          : () => change({ period: undefined, date_from: undefined, date_to: undefined })
      }
      renderPicker={(calendar, close) =>
        fields && <fields.PeriodField {...{ journal, today, calendar }} onDone={close} />
      }
    />
  )
}

/** To the neighbouring period. The button names where it leads: a "month" of the service has no known days (G23). */
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
        aria-description={days ? rangeWords(days, today) : undefined}
        disabledReason={days ? undefined : reasonOf(journal, range !== null, steps)}
        onClick={() => {
          if (days) journal.change({ period: 'custom', date_from: days.from, date_to: days.to })
        }}
      >
        <Icon name={steps === -1 ? 'chevron-left' : 'chevron-right'} />
      </Button>
    )
    // A button that cannot be used brings its reason as its tooltip.
    return days ? <Tooltip text={`${name}: ${rangeWords(days, today)}`}>{button}</Tooltip> : button
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
