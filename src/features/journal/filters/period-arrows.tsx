import { shiftRange } from '#/analytics/period.ts'
import { periodRange } from '#/features/journal/period.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import { rangeWords } from '#/domain/period/period-words.ts'

/** To the neighbouring period. Where it leads is said before it is pressed: a "month" of the service has no known days (G23). */
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
