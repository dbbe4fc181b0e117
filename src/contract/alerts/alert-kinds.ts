/*
 * What an alert may be about, and within which limits it can be set: for the server, which checks it, and for the page, which
 * offers it.
 */

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

/** How often an alert may write: whenever something happens, once an hour, once a day. */
export const AT_MOST = ['at_once', 'hourly', 'daily'] as const
export type AtMost = (typeof AT_MOST)[number]

/** A whole number, with what is offered first. */
interface Range {
  readonly min: number
  readonly max: number
  readonly usual: number
}

interface KindLimits {
  /** Minutes, a percentage or days, as the kind counts; null: it has none. */
  readonly threshold: Range | null
  /** It is about a day that is over, so it is looked at once a day. */
  readonly isDaily: boolean
  /** It may have to be so several times before it is told; an event happens once. */
  readonly hasReadings: boolean
  readonly atMost: AtMost
}

const KIND_LIMITS = {
  missed_caller: {
    threshold: null,
    isDaily: false,
    hasReadings: false,
    atMost: 'at_once',
  },
  waiting: {
    threshold: { min: 10, max: 1440, usual: 60 },
    isDaily: false,
    hasReadings: false,
    atMost: 'hourly',
  },
  silent: { threshold: null, isDaily: false, hasReadings: true, atMost: 'hourly' },
  missed_rate: {
    threshold: { min: 1, max: 99, usual: 20 },
    isDaily: true,
    hasReadings: true,
    atMost: 'daily',
  },
  below_usual: {
    threshold: { min: 10, max: 90, usual: 50 },
    isDaily: true,
    hasReadings: true,
    atMost: 'daily',
  },
  stops: {
    threshold: { min: 1, max: 60, usual: 7 },
    isDaily: true,
    hasReadings: false,
    atMost: 'daily',
  },
  plan_behind: {
    threshold: null,
    isDaily: true,
    hasReadings: true,
    atMost: 'daily',
  },
  trouble: { threshold: null, isDaily: true, hasReadings: true, atMost: 'daily' },
} as const satisfies Record<AlertKind, KindLimits>

export const limitsOf = (kind: AlertKind): KindLimits => KIND_LIMITS[kind]

/** Kinds of one figure a day, which is drawn. */
export const DRAWN_KINDS: ReadonlySet<AlertKind> = new Set<AlertKind>([
  'missed_rate',
  'below_usual',
  'plan_behind',
])

/** Target contacts of each month, which alerts on the plan had of their own before plans were kept. */
export const EARLIER_PLAN = { min: 1, max: 1_000_000 } as const

/** Days with fewer calls have no rate. */
export const MIN_CALLS: Range = { min: 1, max: 10_000, usual: 20 }
export const READINGS: Range = { min: 1, max: 10, usual: 1 }

export const OBJECTS_MAX = 200
export const CLIENTS_OF_ALERT_MAX = 1_000
export const ALERTS_MAX = 100

/** When daily messages go out, and what happens once a day is looked at: minute of the day by the objects' own clock. */
export const DAILY_MINUTE = 9 * 60
export const DAY_MINUTES = 1440

/** Minutes of the day, by an object's own clock; over midnight where `to` is before `from`. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** Minutes between two looks of an alert that tells at once: while its objects work, and in the quiet hours of all of them. */
export const LOOK_EVERY = { working: 10, quiet: 60 } as const

/** Requests a day that an account costs that is looked at for an alert. */
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
  return Math.round((DAY_MINUTES - still) / LOOK_EVERY.working + still / LOOK_EVERY.quiet)
}
