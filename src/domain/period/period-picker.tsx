import type { ReactNode } from 'react'
import { presetRange } from '#/analytics/period.ts'
import { isDay, type DayRange } from '#/contract/day.ts'
import { PERIOD_PRESETS, type PeriodPreset } from '#/contract/preferences.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { formatDays, localeTag } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { TextField } from '#/ui/control/field.tsx'
import { useDraft } from '#/ui/control/use-draft.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import type { CalendarCode } from './period-pill.tsx'
import { PRESET_WORDS } from './period-labels.ts'

/** Chosen days; an end that is not there is open. */
interface ChosenDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface PeriodPickerProps {
  readonly days: ChosenDays
  /** The ready period that is on, if one is. */
  readonly preset: PeriodPreset | undefined
  /** Those that are offered; all by default. */
  readonly presets?: readonly PeriodPreset[]
  /** The day it is where the contacts are (G6). */
  readonly today: string
  /** Whether a period may be without its first or its last day. */
  readonly hasOpenEnds?: boolean
  readonly onPreset: (preset: PeriodPreset) => void
  /** @param options `replace`: goes on with the same step of the history, as while days are typed */
  readonly onDays: (days: ChosenDays, options: { readonly replace: boolean }) => void
  /** The choice is complete. */
  readonly onDone: () => void
  /** Where the focus goes when the picker opens in a pill: a preset, unless something above it takes it. */
  readonly autoFocus?: boolean
}

/** The picker of a pill: ready periods and typed days beside the calendar. */
export const PeriodPicker = ({
  calendar,
  above,
  ...picker
}: PeriodPickerProps & {
  readonly calendar: CalendarCode
  /** What stands over the ready periods. */
  readonly above?: ReactNode
}) => (
  <div className="flex gap-5 phone:flex-col phone:gap-4">
    <div className="grid w-72 content-start gap-3 phone:w-full">
      {above}
      <PeriodPresets {...picker} />
      <TypedDays {...picker} />
    </div>
    <PeriodCalendar {...picker} calendar={calendar} />
  </div>
)

/** Ready periods, presets, From and To, and the calendar, one under the other: the picker of a sheet. */
export const StackedPeriodPicker = ({
  calendar,
  ...picker
}: PeriodPickerProps & { readonly calendar: CalendarCode }) => (
  <div className="grid gap-4">
    <PeriodPresets {...picker} />
    <TypedDays {...picker} />
    <PeriodCalendar {...picker} calendar={calendar} />
  </div>
)

const PeriodPresets = ({
  preset: current,
  presets = PERIOD_PRESETS,
  today,
  autoFocus = false,
  onPreset,
  onDone,
}: PeriodPickerProps) => (
  <fieldset className="grid grid-cols-2 gap-1 phone:gap-1.5">
    <legend className="sr-only">{m.period_presets()}</legend>
    {presets.map((preset, at) => (
      <button
        key={preset}
        type="button"
        aria-pressed={preset === current}
        data-autofocus={(autoFocus && (current === undefined ? at === 0 : preset === current)) || undefined}
        title={formatDays(presetRange(preset, today))}
        onClick={() => {
          onPreset(preset)
          onDone()
        }}
        className="h-7 cursor-default rounded-2 px-2 text-left text-13 whitespace-nowrap text-text-2 hover:bg-hover-raised hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-accent phone:h-10 phone:border phone:border-line-strong phone:text-center phone:aria-pressed:border-accent forced-colors:aria-pressed:border"
      >
        {PRESET_WORDS[preset]()}
      </button>
    ))}
  </fieldset>
)

/** Long enough to type the second figure of a month. */
const TYPING_PAUSE_MS = 400
const BETWEEN = '..'
const write = ({ from = '', to = '' }: ChosenDays) => `${from}${BETWEEN}${to}`
const read = (text: string): Required<ChosenDays> => {
  const [from = '', to = ''] = text.split(BETWEEN)
  return { from: from || undefined, to: to || undefined }
}
/** A year on its way to four digits. */
const isTyped = (day: string | undefined) => day === undefined || (isDay(day) && day >= '1000')
const isReversed = ({ from, to }: ChosenDays) =>
  from !== undefined && to !== undefined && isTyped(from) && isTyped(to) && from > to

/** From and To, typed or chosen in the browser's own calendar; they count as soon as both are days and in order. */
export const TypedDays = ({
  days,
  hasOpenEnds = false,
  onDays,
  onDone,
}: Pick<PeriodPickerProps, 'days' | 'hasOpenEnds' | 'onDays' | 'onDone'>) => {
  const draft = useDraft(write(days), (text, options) => onDays(read(text), options), {
    pauseMs: TYPING_PAUSE_MS,
    isReady: (text) => {
      const { from, to } = read(text)
      const hasEnds = hasOpenEnds || (from !== undefined && to !== undefined)
      return hasEnds && isTyped(from) && isTyped(to) && !isReversed({ from, to })
    },
  })
  const typed = read(draft.text)
  const isMissing = !hasOpenEnds && (typed.from === undefined || typed.to === undefined)
  const error = isReversed(typed) ? m.date_reversed() : isMissing ? m.overview_days_needed() : undefined
  const field = (end: 'from' | 'to', label: string) => (
    <TextField
      type="date"
      label={label}
      value={typed[end] ?? ''}
      error={end === 'to' ? error : undefined}
      onChange={({ target }) => draft.type(write({ ...typed, [end]: target.value || undefined }))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || error !== undefined) return
        event.preventDefault()
        draft.settle()
        onDone()
      }}
    />
  )
  return (
    <fieldset>
      <legend className="sr-only">{m.period_custom()}</legend>
      <div
        role="none"
        className="grid grid-cols-2 gap-2"
        onBlur={({ currentTarget, relatedTarget }) => {
          // From one end to the other is the same visit: what is not in order yet must not be dropped.
          if (!currentTarget.contains(relatedTarget)) draft.leave()
        }}
      >
        {field('from', m.filter_date_from())}
        {field('to', m.filter_date_to())}
      </div>
    </fieldset>
  )
}

const wholeOf = ({ from, to }: ChosenDays): DayRange | null =>
  from === undefined || to === undefined ? null : { from, to }

/** Choosing both ends in the calendar is one step. */
const PeriodCalendar = ({
  days,
  today,
  calendar,
  onDays,
  onDone,
}: PeriodPickerProps & { readonly calendar: CalendarCode }) => {
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
          value={wholeOf(days)}
          today={today}
          months={isPhone ? 1 : 2}
          onChange={(range) => {
            onDays(range, { replace: false })
            onDone()
          }}
        />
      )}
    </div>
  )
}
