import { isOfTarget } from '#/server/metrics/alerts/of-plans.ts'
import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { AlertRule, Incident, MailPreview } from '#/contract/alerts/alerts.ts'
import { DAY_MS, dayText, MINUTE_MS, midnight, momentAt } from '#/contract/day.ts'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import {
  comparedLines,
  toMissedDayLabels,
  missedRateText,
  type MissedDayInput,
} from './missed-rate-labels.ts'
import { countInputs, numberText, percentText } from './number-text.ts'

/* Texts of an alert's mail, in the alert's language. Never contains callers' numbers or names. */

export interface IncidentSubject {
  readonly client: string
  readonly object: string | null
  readonly offset: number
  /** Its day is not the one before the mail's. */
  readonly isLate?: boolean
}

type LabelledRule = Pick<AlertRule, 'kind' | 'language' | 'threshold' | 'objects'>

interface Spoken extends IncidentSubject {
  readonly rule: LabelledRule
  readonly incident: Incident
  readonly language: Locale
}

/** Means below ten have one decimal, as on the page. */
const meanText = (value: number, language: Locale) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: value < 9.95 ? 1 : 0 }).format(value)
const longDay = (day: string, language: Locale) =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(midnight(day))

const clockText = (minute: number) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16)

const placeOf = ({ client, object }: IncidentSubject) =>
  object === null || object === client ? client : `${client}, ${object}`

const dayBefore = ({ incident: { at }, offset }: Spoken) =>
  dayText(Math.floor((at + offset * MINUTE_MS) / DAY_MS) - 1)

const spanText = (minutes: number, language: Locale) => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const inputs = { hours: numberText(hours, language), minutes: numberText(rest, language) }
  const locale = { locale: language }
  return hours === 0 ? m.alert_mail_minutes(inputs, locale) : m.alert_mail_hours(inputs, locale)
}

const WORDS: Record<AlertKind, (spoken: Spoken) => MailPreview> = {
  missed_caller: (spoken) => {
    const { language, incident, offset } = spoken
    const { day, minute } = momentAt(incident.at, offset)
    const locale = { locale: language }
    return {
      subject: m.alert_mail_missed_caller({ place: placeOf(spoken) }, locale),
      lines: [
        m.alert_mail_missed_caller_when({ day: longDay(day, language), time: clockText(minute) }, locale),
      ],
    }
  },
  waiting: (spoken) => {
    const { language, incident } = spoken
    const locale = { locale: language }
    return {
      subject: m.alert_mail_waiting(
        { place: placeOf(spoken), span: spanText(incident.value, language) },
        locale,
      ),
      lines: [m.alert_mail_waiting_tries(countInputs(incident.of ?? 1, language), locale)],
    }
  },
  silent: (spoken) => {
    const { language, incident, offset } = spoken
    const locale = { locale: language }
    const { minute } = momentAt(incident.at, offset)
    const inputs = {
      ...countInputs(incident.value, language),
      usual: meanText(incident.usual ?? 0, language),
      time: clockText(minute),
    }
    return {
      subject: m.alert_mail_silent({ place: placeOf(spoken) }, locale),
      lines: [
        m.alert_mail_silent_count(inputs, locale),
        ...(incident.of === null ? [] : [m.alert_mail_silent_last({ time: clockText(incident.of) }, locale)]),
      ],
    }
  },
  missed_rate: (spoken) => {
    const { language, incident, rule } = spoken
    const locale = { locale: language }
    const calls = incident.of ?? 0
    const found = incident.missed_day
    const place = placeOf(spoken)
    const missedDay: MissedDayInput | null = found
      ? { rule, place, missed: incident.value, calls, usual: incident.usual, found }
      : null
    const compared = missedDay && comparedLines(missedDay)
    const day = longDay(found?.day ?? dayBefore(spoken), language)
    const rate = missedRateText(incident.value, calls, rule.threshold, language)
    const sentence = m.alert_mail_missed_rate_of(
      {
        missed: numberText(incident.value, language),
        calls: numberText(calls, language),
        day,
        usual: compared?.usual ? `; ${compared.usual}` : '',
      },
      locale,
    )
    return {
      subject: spoken.isLate
        ? m.alert_mail_missed_rate_late({ place, rate, day }, locale)
        : m.alert_mail_missed_rate({ place, rate }, locale),
      lines: [
        compared?.most ? `${sentence} ${compared.most}` : sentence,
        ...(compared || incident.usual === null
          ? []
          : [m.alert_mail_usual_rate({ rate: percentText(incident.usual / 100, language, 0) }, locale)]),
      ],
      ...(missedDay && { missed_day: toMissedDayLabels(missedDay) }),
    }
  },
  below_usual: (spoken) => {
    const { language, incident } = spoken
    const locale = { locale: language }
    const place = placeOf(spoken)
    const day = longDay(dayBefore(spoken), language)
    return {
      subject: spoken.isLate
        ? m.alert_mail_below_late({ place, day }, locale)
        : m.alert_mail_below({ place }, locale),
      lines: [
        m.alert_mail_below_count({ ...countInputs(incident.value, language), day }, locale),
        m.alert_mail_below_usual({ usual: meanText(incident.usual ?? 0, language) }, locale),
      ],
    }
  },
  stops: (spoken) => {
    const { language, incident } = spoken
    const locale = { locale: language }
    const place = placeOf(spoken)
    const day = longDay(dayText(incident.of ?? 0), language)
    return {
      subject:
        incident.value < 0
          ? m.alert_mail_stopped({ place }, locale)
          : incident.value === 0
            ? m.alert_mail_stops_today({ place }, locale)
            : m.alert_mail_stops({ place, ...countInputs(incident.value, language) }, locale),
      lines: [
        (incident.value < 0
          ? m.alert_mail_stopped_on
          : incident.value === 0
            ? m.alert_mail_stops_today_on
            : m.alert_mail_stops_on)({ day }, locale),
      ],
    }
  },
  plan_behind: (spoken) => {
    const { language, incident, offset } = spoken
    const locale = { locale: language }
    const isTarget = isOfTarget(incident.subject)
    const plan = numberText(incident.of ?? 0, language)
    // No day of the month is over, so there is no trend.
    const hasJustBegun = momentAt(incident.at, offset).day.endsWith('-01')
    return {
      subject: m.alert_mail_plan({ place: placeOf(spoken) }, locale),
      lines: [
        hasJustBegun
          ? (isTarget ? m.alert_mail_plan_begun : m.alert_mail_plan_begun_contacts)({ plan }, locale)
          : (isTarget ? m.alert_mail_plan_of : m.alert_mail_plan_contacts)(
              { done: numberText(incident.value, language), plan },
              locale,
            ),
        m.alert_mail_plan_most({ most: numberText(incident.usual ?? 0, language) }, locale),
      ],
    }
  },
  trouble: (spoken) => {
    const { language, incident } = spoken
    const locale = { locale: language }
    const day = longDay(dayBefore(spoken), language)
    const place = placeOf(spoken)
    const inputs = { ...countInputs(incident.value, language), day }
    if (incident.subject === 'drift')
      return {
        subject: m.alert_mail_drift({ place }, locale),
        lines: [m.alert_mail_drift_places(inputs, locale)],
      }
    return {
      subject: spoken.isLate
        ? m.alert_mail_trouble_late({ place, day }, locale)
        : m.alert_mail_trouble({ place }, locale),
      lines: [
        incident.subject === 'records'
          ? m.alert_mail_records(inputs, locale)
          : m.alert_mail_reading({ day }, locale),
      ],
    }
  },
}

/** Prevents header and line injection by names. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** An incident as texts of the mail. */
export const alertLabels = (rule: LabelledRule, incident: Incident, about: IncidentSubject): MailPreview => {
  const { kind, language } = rule
  const { subject, lines, missed_day } = WORDS[kind]({ ...about, rule, incident, language })
  return {
    subject: oneLine(subject),
    lines: lines.map(oneLine),
    ...(incident.oid !== null && { oid: incident.oid }),
    ...(missed_day && { missed_day: { ...missed_day, place: oneLine(missed_day.place) } }),
  }
}
