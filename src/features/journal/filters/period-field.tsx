import type { DayRange } from '#/contract/day.ts'
import { PERIODS } from '#/contract/call-filters.ts'
import { PERIOD_PRESETS } from '#/contract/preferences.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { presetRange, presetsOf } from '#/analytics/period.ts'
import { DEFAULT_PERIOD } from '#/domain/contact-list/search.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { localeTag } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SelectField } from '#/ui/control/field.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import type { FieldProps } from './field-props.ts'
import { PRESET_WORDS } from '#/domain/period/period-words.ts'
import { PERIOD_WORDS } from './period-words.ts'

/** Days chosen in the journal, both of them; null while one is open. */
const chosenDays = ({ search: { date_from, date_to } }: Journal): DayRange | null =>
  date_from === undefined || date_to === undefined ? null : { from: date_from, to: date_to }

const chooseDays = (journal: Journal, { from, to }: DayRange) =>
  journal.change({ period: 'custom', date_from: from, date_to: to })

/** Ready periods, counted on the objects' own clock. */
export const PeriodPresets = ({ journal, today, onDone }: FieldProps) => {
  const days = chosenDays(journal)
  const [current] = days ? presetsOf(days, today) : []
  return (
    <fieldset className="grid grid-cols-2 gap-1 phone:gap-1.5">
      <legend className="sr-only">{m.period_presets()}</legend>
      {PERIOD_PRESETS.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={preset === current}
          onClick={() => {
            chooseDays(journal, presetRange(preset, today))
            onDone()
          }}
          className="h-7 cursor-default rounded-2 px-2 text-left text-13 whitespace-nowrap text-text-2 hover:bg-hover-raised hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-accent phone:h-10 phone:border phone:border-line-strong phone:text-center phone:aria-pressed:border-accent forced-colors:aria-pressed:border"
        >
          {PRESET_WORDS[preset]()}
        </button>
      ))}
    </fieldset>
  )
}

/** The calendar of custom days: choosing both ends is one step. */
export const PeriodCalendar = ({ journal, today, code: { calendar }, onDone }: FieldProps) => {
  const isPhone = useIsPhone()
  if (calendar.error !== null) return <LoadError error={calendar.error} level={3} onRetry={calendar.load} />
  return (
    // As high as six weeks, so that nothing moves when it comes or another month has fewer.
    <div className="min-h-61 w-117 phone:min-h-80 phone:w-full">
      {calendar.code === null ? (
        <p className="text-13 text-text-3">{m.loading()}</p>
      ) : (
        <calendar.code
          label={m.period_calendar()}
          locale={localeTag()}
          value={chosenDays(journal)}
          today={today}
          months={isPhone ? 1 : 2}
          onChange={(days) => {
            chooseDays(journal, days)
            onDone()
          }}
        />
      )}
    </div>
  )
}

/** The whole editor of the period: the service's own words, ready periods, and any days. */
export const PeriodField = (props: FieldProps) => {
  const { journal, autoFocus } = props
  return (
    <div className="flex gap-5 phone:flex-col phone:gap-4">
      <div className="grid w-72 content-start gap-3 phone:w-full">
        <SelectField
          label={m.filter_period()}
          value={journal.search.period ?? DEFAULT_PERIOD}
          data-autofocus={autoFocus || undefined}
          onChange={(event) =>
            // The days belong to a custom period only.
            journal.change({
              period: PERIODS.find((period) => period === event.target.value),
              ...(event.target.value === 'custom' ? {} : { date_from: undefined, date_to: undefined }),
            })
          }
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {PERIOD_WORDS[period]()}
            </option>
          ))}
        </SelectField>
        <PeriodPresets {...props} />
      </div>
      <PeriodCalendar {...props} />
    </div>
  )
}
