import type { AlertRule, MailPreview } from '#/contract/alerts/alerts.ts'
import type { MissedDay } from '#/contract/alerts/missed-day.ts'
import { MISSED_FILTER } from '#/contract/call-filters.ts'
import { dayNumber, twoDigits, weekdayOf } from '#/contract/day.ts'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { countInputs, numberText, percentText } from './number-text.ts'

/* Texts of a missed-rate alert's day below the headline. */

export interface MissedDayInput {
  readonly rule: Pick<AlertRule, 'threshold' | 'objects' | 'language'>
  readonly place: string
  readonly missed: number
  readonly calls: number
  readonly usual: number | null
  readonly found: MissedDay
}

/**
 * Whole percent, unless that hides its side of the threshold.
 * @param threshold in percent
 */
export const missedRateText = (
  missed: number,
  calls: number,
  threshold: number | null,
  language: Locale,
): string => {
  const rate = calls === 0 ? 0 : missed / calls
  const isHidden = threshold !== null && Math.round(rate * 100) <= threshold && rate * 100 > threshold
  return percentText(rate, language, isHidden ? 1 : 0)
}

const WEEKDAYS = [
  m.alert_mail_mondays,
  m.alert_mail_tuesdays,
  m.alert_mail_wednesdays,
  m.alert_mail_thursdays,
  m.alert_mail_fridays,
  m.alert_mail_saturdays,
  m.alert_mail_sundays,
] as const

const hourText = (hour: number) => `${twoDigits(hour)}:00`
const clockName = (offset: number) => {
  const [hours, rest] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `UTC${offset < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`
}

/** The block with at least half of enough missed calls. */
const busiestOf = ({ blocks }: MissedDay, missed: number) => {
  const most = blocks.filter((block) => block.missed >= 3 && block.missed * 2 >= missed)
  return most.length === 1 && blocks.length > 1 ? most[0]! : null
}

/** Usual rate and busiest block, after the counts. */
export const comparedLines = ({ rule: { language }, missed, usual, found }: MissedDayInput) => {
  const locale = { locale: language }
  const busiest = busiestOf(found, missed)
  return {
    usual:
      usual === null || found.weeks === 0
        ? null
        : m.alert_mail_usual_weeks(
            {
              ...countInputs(found.weeks, language),
              weekdays: WEEKDAYS[weekdayOf(dayNumber(found.day))]!({}, locale),
              rate: percentText(usual / 100, language, 0),
            },
            locale,
          ),
    most:
      busiest === null || busiest.missed === missed
        ? null
        : m.alert_mail_most_came(
            {
              ...countInputs(busiest.missed, language),
              missed: numberText(missed, language),
              from: hourText(busiest.from),
              to: hourText(busiest.from + 3),
            },
            locale,
          ),
  }
}

const pathsOf = ({ rule: { objects }, found: { day } }: MissedDayInput) => {
  const only = objects?.length === 1 ? objects[0]! : null
  const days = new URLSearchParams({
    period: 'custom',
    date_from: day,
    date_to: day,
    status_filter: MISSED_FILTER,
  })
  const callers = new URLSearchParams({ day, ...(only !== null && { object: only }) })
  return {
    callBack: `/call-back?${callers.toString()}`,
    journal: `${only === null ? '' : `/objects/${encodeURIComponent(only)}`}/calls?${days.toString()}`,
  }
}

export const toMissedDayLabels = (input: MissedDayInput): NonNullable<MailPreview['missed_day']> => {
  const { rule, place, missed, calls, found } = input
  const { language, threshold, objects } = rule
  const locale = { locale: language }
  const { waiting, blocks, offset } = found
  // Pages can't filter by several objects, so their links carry no number.
  const isNarrowed = objects === null || objects.length === 1
  const people = countInputs(waiting ?? 0, language)
  const most = Math.max(...blocks.map((block) => block.missed / Math.max(block.calls, 1)), 0)
  const percent = numberText(threshold ?? 0, language)
  return {
    place,
    alert: m.alerts_missed_rate({ rate: percent }, locale),
    waiting:
      waiting === null || waiting === 0
        ? null
        : {
            text: (isNarrowed ? m.alert_mail_not_reached : m.alert_mail_not_reached_all)(people, locale),
            button: isNarrowed
              ? m.alert_mail_call_back(people, locale)
              : m.alert_mail_call_back_all({}, locale),
          },
    title: m.alert_mail_by_hours({}, locale),
    note: m.alert_mail_by_hours_note({}, locale),
    heads: [
      m.alert_mail_hours_head({}, locale),
      m.alert_mail_calls_head({}, locale),
      m.alert_mail_missed_head({}, locale),
      m.alert_mail_rate_head({}, locale),
    ],
    rows: blocks.map((block) => ({
      hours: `${hourText(block.from)} – ${hourText(block.from + 3)}`,
      calls: numberText(block.calls, language),
      missed: numberText(block.missed, language),
      rate: block.calls === 0 ? '–' : missedRateText(block.missed, block.calls, threshold, language),
      bar:
        most === 0 || block.calls === 0
          ? 0
          : Math.round((82 * (block.missed / block.calls)) / Math.max(most, 0.01)),
      isAbove: 100 * block.missed > (threshold ?? 100) * block.calls,
    })),
    sum: {
      hours: m.alert_mail_all_day({}, locale),
      calls: numberText(calls, language),
      missed: numberText(missed, language),
      rate: missedRateText(missed, calls, threshold, language),
    },
    ...(found.in_hours && {
      in_hours: {
        hours: m.alert_mail_in_hours({}, locale),
        calls: numberText(found.in_hours.calls, language),
        missed: numberText(found.in_hours.missed, language),
        rate:
          found.in_hours.calls === 0
            ? '–'
            : missedRateText(found.in_hours.missed, found.in_hours.calls, threshold, language),
      },
    }),
    red: m.alert_mail_red({ rate: percent }, locale),
    journal: {
      link: isNarrowed
        ? m.alert_mail_open_these(countInputs(missed, language), locale)
        : m.alert_mail_open_all({}, locale),
      rest: [
        m.alert_mail_in_journal({}, locale),
        (objects?.length === 1 ? m.alert_mail_times_of_object : m.alert_mail_times_of_objects)(
          { clock: offset === null ? '' : `, ${clockName(offset)}` },
          locale,
        ),
      ].join(' '),
    },
    paths: pathsOf(input),
  }
}
