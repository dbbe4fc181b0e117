import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { AlertRule } from '#/contract/alerts/alerts.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

interface KindLabels {
  /** "Missed rate above 20%" */
  readonly title: (threshold: number) => string
  /** In the sentence of the dialog, after "When". */
  readonly when: () => string
  /** Behind the threshold. */
  readonly unit?: (threshold: number) => string
  /** In the list of what alerts have found. */
  readonly found: () => string
}

const LABELS: Record<AlertKind, KindLabels> = {
  missed_caller: {
    title: () => m.alerts_missed_caller(),
    when: m.alerts_when_missed_caller,
    found: m.alerts_missed_caller,
  },
  waiting: {
    title: (minutes) => m.alerts_waiting(counted(minutes)),
    when: m.alerts_when_waiting,
    unit: (minutes) => m.alerts_unit_minutes(counted(minutes)),
    found: m.alerts_run_waiting,
  },
  silent: { title: () => m.alerts_silent(), when: m.alerts_when_silent, found: m.alerts_silent },
  missed_rate: {
    title: (percent) => m.alerts_missed_rate({ rate: formatNumber(percent) }),
    when: m.alerts_when_missed_rate,
    unit: () => '%',
    found: m.alerts_run_missed_rate,
  },
  below_usual: {
    title: () => m.alerts_below_usual(),
    when: m.alerts_when_below_usual,
    unit: () => '%',
    found: m.alerts_below_usual,
  },
  stops: {
    title: (days) => m.alerts_stops(counted(days)),
    when: m.alerts_when_stops,
    unit: (days) => m.alerts_unit_days(counted(days)),
    found: m.alerts_run_stops,
  },
  plan_behind: {
    title: () => m.alerts_run_plan_behind(),
    when: m.alerts_when_plan_behind,
    found: m.alerts_run_plan_behind,
  },
  trouble: { title: () => m.alerts_trouble(), when: m.alerts_when_trouble, found: m.alerts_trouble },
}

export const kindLabels = (kind: AlertKind): KindLabels => LABELS[kind]

export const alertTitle = ({ kind, threshold }: Pick<AlertRule, 'kind' | 'threshold'>): string =>
  LABELS[kind].title(threshold ?? 0)
