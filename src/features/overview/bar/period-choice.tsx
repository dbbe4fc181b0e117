import { useId, useState, type FormEvent } from 'react'
import { presetRange } from '#/analytics/period.ts'
import { isDay } from '#/contract/day.ts'
import { PERIOD_PRESETS } from '#/contract/preferences.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { DEFAULT_PERIOD } from '#/features/overview/search.ts'
import { PRESET_WORDS, rangeWords } from '#/domain/period/period-words.ts'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { FilterPill } from '#/ui/control/pill.tsx'
import { CHOICE } from './choice-look.ts'

/** Which days the report is about: ready ones that move with the calendar, or any others. */
export const PeriodChoice = () => {
  const { search, days, today, change } = useOverview()
  const own = search.date_from !== undefined
  const current = own ? undefined : (search.period ?? DEFAULT_PERIOD)
  return (
    <FilterPill
      name={m.overview_period()}
      value={current === undefined ? rangeWords(days, today) : PRESET_WORDS[current]()}
      removeLabel={m.remove_filter({ filter: m.overview_period() })}
      first
    >
      {(close) => (
        <div className="grid w-72 gap-3 phone:w-full">
          <fieldset className="grid grid-cols-2 gap-1 phone:gap-1.5">
            <legend className="sr-only">{m.period_presets()}</legend>
            {PERIOD_PRESETS.map((preset) => (
              <button
                key={preset}
                type="button"
                aria-pressed={preset === current}
                data-autofocus={preset === (current ?? DEFAULT_PERIOD) || undefined}
                title={formatDays(presetRange(preset, today))}
                onClick={() => {
                  change({
                    period: preset === DEFAULT_PERIOD ? undefined : preset,
                    date_from: undefined,
                    date_to: undefined,
                    days: undefined,
                  })
                  close()
                }}
                className={CHOICE}
              >
                {PRESET_WORDS[preset]()}
              </button>
            ))}
          </fieldset>
          <OwnDays key={`${days.from} ${days.to}`} onDone={close} />
        </div>
      )}
    </FilterPill>
  )
}

const OwnDays = ({ onDone }: { onDone: () => void }) => {
  const { days, today, change } = useOverview()
  const titleId = useId()
  const [{ from, to }, setDays] = useState(days)
  const [error, setError] = useState<string>()
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (!isDay(from) || !isDay(to)) return setError(m.overview_days_needed())
    if (from > to) return setError(m.date_reversed())
    change({ period: undefined, date_from: from, date_to: to, days: undefined })
    onDone()
  }
  return (
    <form
      aria-labelledby={titleId}
      noValidate
      onSubmit={show}
      className="grid grid-cols-2 gap-2 border-t border-line pt-3"
    >
      <h2 id={titleId} className="col-span-2 text-13 font-medium text-text-2">
        {m.overview_own_days()}
      </h2>
      <TextField
        label={m.filter_date_from()}
        type="date"
        max={today}
        value={from}
        onChange={(event) => setDays({ from: event.target.value, to })}
      />
      <TextField
        label={m.filter_date_to()}
        type="date"
        value={to}
        error={error}
        onChange={(event) => setDays({ from, to: event.target.value })}
      />
      <Button type="submit" className="col-span-2 phone:h-10">
        {m.overview_show_days()}
      </Button>
    </form>
  )
}
