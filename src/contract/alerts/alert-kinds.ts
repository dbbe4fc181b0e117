import { DAY_MINUTES } from '../day.ts'

/* Kinds of alerts and their limits, for the server's checks and the page's form. */

export const ALERT_KINDS = [
  'missed_caller',
  'waiting',
  'silent',
  'missed_rate',
  'below_usual',
  'stops',
  'plan_behind',
  'trouble',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export const AT_MOST = ['at_once', 'hourly', 'daily'] as const
export type AtMost = (typeof AT_MOST)[number]

interface Range {
  readonly min: number
  readonly max: number
  readonly usual: number
}

interface KindLimits {
  /** Minutes, a percentage or days, by kind; null: none. */
  readonly threshold: Range | null
  readonly isDaily: boolean
  /** May have to be bad several times before it notifies; events happen once. */
  readonly hasReadings: boolean
  readonly atMost: AtMost
  /** Where a message about it leads. */
  readonly page: '/call-back' | '/overview' | '/objects' | '/health'
}

const KIND_LIMITS = {
  missed_caller: {
    threshold: null,
    isDaily: false,
    hasReadings: false,
    atMost: 'at_once',
    page: '/call-back',
  },
  waiting: {
    threshold: { min: 10, max: 1440, usual: 60 },
    isDaily: false,
    hasReadings: false,
    atMost: 'hourly',
    page: '/call-back',
  },
  silent: { threshold: null, isDaily: false, hasReadings: true, atMost: 'hourly', page: '/overview' },
  missed_rate: {
    threshold: { min: 1, max: 99, usual: 20 },
    isDaily: true,
    hasReadings: true,
    atMost: 'daily',
    page: '/overview',
  },
  below_usual: {
    threshold: { min: 10, max: 90, usual: 50 },
    isDaily: true,
    hasReadings: true,
    atMost: 'daily',
    page: '/overview',
  },
  stops: {
    threshold: { min: 1, max: 60, usual: 7 },
    isDaily: true,
    hasReadings: false,
    atMost: 'daily',
    page: '/objects',
  },
  plan_behind: {
    threshold: null,
    isDaily: true,
    hasReadings: true,
    atMost: 'daily',
    page: '/overview',
  },
  trouble: { threshold: null, isDaily: true, hasReadings: true, atMost: 'daily', page: '/health' },
} as const satisfies Record<AlertKind, KindLimits>

export const limitsOf = (kind: AlertKind): KindLimits => KIND_LIMITS[kind]

export const DRAWN_KINDS: ReadonlySet<AlertKind> = new Set<AlertKind>([
  'missed_rate',
  'below_usual',
  'plan_behind',
])

/** Limits of the targets that earlier alerts on plans carried themselves. */
export const EARLIER_PLAN = { min: 1, max: 1_000_000 } as const

/** Days with fewer calls have no rate. */
export const MIN_CALLS: Range = { min: 1, max: 10_000, usual: 20 }
export const READINGS: Range = { min: 1, max: 10, usual: 1 }

export const OBJECTS_MAX = 200
export const CLIENTS_OF_ALERT_MAX = 1_000
export const ALERTS_MAX = 100

/** Minute of the day, by the objects' clock, of daily messages and evaluations. */
export const DAILY_MINUTE = 9 * 60

/** Minutes of the day by an object's clock; over midnight if `to` is before `from`. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** Minutes between evaluations of an alert that notifies at once: normally, and when all its objects are in quiet hours. */
export const EVALUATION_INTERVAL = { working: 10, quiet: 60 } as const

export const requestsPerDay = ({
  kind,
  at_most,
  quiet,
}: {
  readonly kind: AlertKind
  readonly at_most: AtMost
  readonly quiet: QuietHours | null
}): number => {
  if (KIND_LIMITS[kind].isDaily || at_most === 'daily') return 1
  if (at_most === 'hourly') return DAY_MINUTES / 60
  const still = quiet === null ? 0 : (quiet.to - quiet.from + DAY_MINUTES) % DAY_MINUTES
  return Math.round((DAY_MINUTES - still) / EVALUATION_INTERVAL.working + still / EVALUATION_INTERVAL.quiet)
}
