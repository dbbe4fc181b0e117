import { useLater } from '#/features/overview/data/use-later.ts'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { DEFAULT_OVERVIEW_PERIOD } from '#/features/overview/search.ts'
import { PRESET_WORDS, rangeWords } from '#/domain/period/period-labels.ts'
import { PeriodPill } from '#/domain/period/period-pill.tsx'
import { m } from '#/i18n/paraglide/messages.js'

/** Which days the report is about: ready ones that move with the calendar, or any others. */
export const PeriodChoice = () => {
  const { search, days, today, change } = useQuestion('search', 'days', 'today', 'change')
  const later = useLater()
  const current = search.date_from === undefined ? (search.period ?? DEFAULT_OVERVIEW_PERIOD) : undefined
  return (
    <PeriodPill
      name={m.overview_period()}
      value={current === undefined ? rangeWords(days, today) : PRESET_WORDS[current]()}
      removeLabel={m.remove_filter({ filter: m.overview_period() })}
      first
      tool="period"
      renderPicker={(calendar, close) =>
        later && (
          <later.PeriodPicker
            calendar={calendar}
            autoFocus
            days={days}
            preset={current}
            today={today}
            onPreset={(preset) =>
              change({
                period: preset === DEFAULT_OVERVIEW_PERIOD ? undefined : preset,
                date_from: undefined,
                date_to: undefined,
                days: undefined,
              })
            }
            onDays={({ from, to }) =>
              change({ period: undefined, date_from: from, date_to: to, days: undefined })
            }
            onDone={close}
          />
        )
      }
    />
  )
}
