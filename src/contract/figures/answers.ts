import * as z from 'zod/mini'
import '../field.ts'
import { EXPLAINED_BY } from './changes.ts'
import { COUNTS, type Count } from './counts.ts'

/* Answers by question: `answer` in reading.ts's answer. */

type Frozen<T> = { readonly [K in keyof T]: Frozen<T[K]> }
type Shape<S> = Frozen<z.infer<S>>

const n = z.number()
const text = z.nullable(z.string())
const is = z.boolean()

const counts = Object.fromEntries(COUNTS.map((name) => [name, n])) as Record<Count, typeof n>
const deals = {
  deals: n,
  won: n,
  /** Sums by CRM, never across (G28); without `unpriced` deals. */
  sums: z.array(z.object({ crm: text, sum: n, unpriced: n })),
}
export type DealCounts = Pick<ReportRow, keyof typeof deals>

const figures = z.object({
  ...counts,
  ...deals,
  callers: n,
  reached: n,
  median_duration: z.nullable(n),
  not_through: z.nullable(n),
  /** Phone calls within working hours; null: no object has any. */
  in_hours: z.nullable(z.object({ calls: n, missed: n })),
})
export type Figures = Shape<typeof figures>

/** `none`: not significant. Null: no test. */
const direction = z.nullable(z.enum(['up', 'down', 'none']))
export type Direction = Shape<typeof direction>
const comparison = z.object({
  /** Days of each side, the current one in part. */
  days: n,
  comparedDays: n,
  /** From complete days, so that it changes daily, not with each contact. */
  directions: z.object({
    contacts: direction,
    calls: direction,
    missed_rate: direction,
    first_time: direction,
    target_rate: direction,
    deals: direction,
  }),
})
export type ReportComparison = Shape<typeof comparison>

/** `deals`: each on the day of its first contact. */
const trendPoint = z.object({ ...counts, start: n, deals: n })
export type TrendPoint = Shape<typeof trendPoint>

const heatCell = z.object({ ...counts, weekday: n, hour: n })
export type HeatCell = Shape<typeof heatCell>

const row = z.object({ ...counts, ...deals, value: text })
export type ReportRow = Shape<typeof row>
/** Rows by contacts, most first; may be fewer than `total`. */
const table = z.object({ rows: z.array(row), total: n, contacts: n, whole: z.object(counts) })
export type ReportTable = Shape<typeof table>
const treeRow = z.object({ ...counts, ...deals, path: z.array(text) })
export type TreeRow = Shape<typeof treeRow>

const range = z.object({ from: z.string(), to: z.string() })
/** An amount of a month, and its part in the period. */
const spendPart = z.object({
  source: z.string(),
  campaign: text,
  month: z.string(),
  amount: n,
  days: z.nullable(z.object({ first: n, last: n })),
  inside: n,
  of: n,
  part: n,
})
/** Planned cost of a paid source's target contact, or why there is none despite a plan. */
const plan = {
  planned: z.nullable(
    z.object({
      month: z.string(),
      spend: n,
      target: n,
      brought: z.object({ paid: n, all: n }),
      cost: n,
    }),
  ),
  notPlanned: z.nullable(z.enum(['reading', 'unread', 'no_target'])),
}
/** A month's end, as `forecastOf` describes it. */
const monthForecast = z.object({
  done: n,
  low: n,
  high: n,
  band: z.array(z.object({ day: n, low: n, high: n })),
  mark: z.nullable(n),
  way: z.array(n),
})
const planForecast = z.object({
  forecasts: z.object({ contacts: monthForecast, target: monthForecast }),
  /** Counted days of the month. */
  days: z.array(z.object({ day: n, contacts: n, target: n })),
  /** Until today. */
  spent: n,
})
export type PlanForecast = Shape<typeof planForecast>
/** `paid`: of days with spend; null: no spend. */
const pricedRow = z.extend(row, {
  paid: z.nullable(z.object({ contacts: n, target: n, amount: n })),
})

const moment = { day: z.string(), minute: n, offset: z.nullable(n) }
const objectMoment = z.object(moment)
export type ObjectMoment = Shape<typeof objectMoment>

/** A caller with a missed call and no talk since. */
const unreturnedCall = z.object({
  caller: z.string(),
  /** Missed calls since the last talk. */
  attempts: n,
  oid: text,
  callId: n,
  ...moment,
  source: text,
  isFirstTime: is,
})
export type UnreturnedCall = Shape<typeof unreturnedCall>

const reached = z.object({
  ...moment,
  oid: text,
  id: n,
  status: text,
  isSpoken: is,
  manager: text,
  duration: z.nullable(n),
})
export type Reached = Shape<typeof reached>

const callBack = z.extend(unreturnedCall, {
  search: text,
  status: text,
  /** Days of the tries. */
  days: z.array(z.string()),
  since: objectMoment,
  before: z.nullable(reached),
  deal: z.nullable(z.object({ status: text, price: z.nullable(n) })),
  /** The newest written contact since the first try, which does not end waiting; null: none. */
  written: z.nullable(reached),
  /** The talk after the last try; null: still waiting. */
  reached: z.nullable(reached),
  /** 0 to 1: the source's, halved with each day since the last try. */
  chance: n,
})
export type CallBack = Shape<typeof callBack>

/** Time until a missed caller was reached: the median in minutes. */
const responseTime = z.object({ minutes: z.nullable(n), count: n })
export type ResponseTime = Shape<typeof responseTime>

const inactivity = z.object({
  /** `silent` and `unusual` need attention, `normal` does not; the others say why there is no verdict. */
  verdict: z.enum(['silent', 'unusual', 'normal', 'too_quiet', 'too_few_weeks']),
  contacts: n,
  usual: n,
  weeks: z.array(n),
  last: z.nullable(n),
  /** Mean contacts of the weeks between that minute (or midnight) and now. */
  usualSince: n,
  /** The less likely of the two: so few contacts, or so long a pause. */
  look: z.enum(['count', 'pause']),
  /** Its probability, 0 to 1. */
  probability: n,
  /** Doubled for two tests; at most 1. */
  chance: n,
  hours: z.array(z.object({ hour: n, contacts: n, usual: n })),
})
export type ObjectInactivity = Shape<typeof inactivity>

const objectDays = z.object({
  oid: z.string(),
  daily: n,
  /** By its own clock against the same weekday of the loaded weeks; null: its today is not loaded. */
  silence: z.nullable(inactivity),
  weekDays: z.array(n),
})
export type ObjectDays = Shape<typeof objectDays>

const amount = z.object({ part: n, whole: n })
export type Amount = Shape<typeof amount>
const changeRow = z.object({
  by: z.enum(EXPLAINED_BY),
  /** Null: contacts without a value. */
  value: text,
  was: text,
  /** The periods have different weekdays. */
  isCalendar: is,
  parts: n,
  now: amount,
  before: amount,
  /** Contacts, or tenths of a percentage point; parts add up to the whole change. */
  change: n,
  /** Relative change of the part per day, of counts that are not rounded; null: nothing before. */
  percent: z.nullable(n),
  /** Of a rate: from its share of the whole, and from its own rate; both add up to `change`. */
  effects: z.nullable(z.object({ mix: n, own: n })),
  /** Significant, corrected for all parts of the split. */
  isReal: is,
  isMixReal: is,
  isOwnReal: is,
})
export type ChangeRow = Shape<typeof changeRow>
/** `mostly`: the part of another dimension with most of its change. */
const splitRow = z.extend(changeRow, { mostly: z.nullable(changeRow) })
export type SplitRow = Shape<typeof splitRow>
const changesOver = z.object({
  days: n,
  comparedDays: n,
  now: amount,
  counted: amount,
  before: amount,
  change: n,
  percent: z.nullable(n),
  /** Null: too few days for a test. */
  isReal: z.nullable(is),
})
export type ChangesOver = Shape<typeof changesOver>

/** A contact in lists that the API's filters can't express. */
const contact = z.object({
  oid: text,
  id: n,
  day: text,
  minute: n,
  caller: text,
  source: text,
  status: text,
  /** Its address without the query. */
  page: text,
  duration: z.nullable(n),
})
export type ReportContact = Shape<typeof contact>

export const FIGURES_ANSWERS = {
  report: z.object({
    figures,
    compared: z.nullable(figures),
    comparison: z.nullable(comparison),
    trend: z.array(trendPoint),
    /** Parallel to the trend, null without a counterpart; the current bucket is cut at the same moment. */
    comparedTrend: z.nullable(z.array(z.nullable(trendPoint))),
    tables: z.object({ source: table }),
    unreturnedCalls: z.array(unreturnedCall),
    /** `unreadable`: records without a usable identifier, in no figure (G26). */
    leftOut: z.object({ undated: n, unreadable: n, untimed: n, absurd: n, unnumbered: n }),
  }),
  report_rest: z.object({
    heat: z.array(heatCell),
    tables: z.object({
      region: table,
      search_request: table,
      page: table,
      manager: table,
      channel: table,
    }),
  }),
  changes: z.object({
    none: z.nullable(z.enum(['no_comparison', 'unread', 'nothing_before'])),
    over: z.nullable(changesOver),
    lead: z.nullable(
      z.object({ by: changeRow.shape.by, rows: z.array(changeRow), others: z.nullable(changeRow) }),
    ),
    also: z.array(changeRow),
    mostly: z.object({ where: z.nullable(changeRow), blocks: z.array(changeRow) }),
    /** A source that was probably renamed: no cause. */
    renamed: z.nullable(changeRow),
    split: z.nullable(z.object({ rows: z.array(splitRow), others: z.nullable(changeRow) })),
    /** Parts of each dimension; null: no split requested. */
    sizes: z.nullable(z.partialRecord(changeRow.shape.by, n)),
  }),
  table,
  tree: z.array(treeRow),
  costs: z.object({
    period: range,
    parts: z.array(spendPart),
    /** Spend over all objects, in no single object's report; 0: none. */
    unsplit: n,
    /** Contacts of the sources with spend, by campaign, on each set of days that only a part of it covers. */
    counted: z.array(z.object({ days: z.array(range), rows: z.array(treeRow) })),
    ...plan,
  }),
  call_backs: z.object({
    open: z.array(callBack),
    reached: z.array(callBack),
    unnumbered: n,
    /** No missed call has a number, so it is unknown whether anyone waits. */
    isUnknown: is,
    /** Time until callers were spoken to, of the last seven days and the seven before. */
    spoken: z.object({ week: responseTime, before: responseTime }),
    /** Callers of the last seven days who were reached in a chat. */
    reachedOtherwise: n,
    /** First try of callers missed in the last three weeks, by their missed calls: milliseconds. */
    firstTries: z.array(z.object({ oid: text, id: n, at: n })),
  }),
  not_through: z.object({
    callers: z.array(unreturnedCall),
    total: n,
    /** Missed calls without a number or a date, whose outcome is unknown. */
    unnumbered: n,
    undated: n,
    /** Missed calls exist, but none has a number: nothing is known of their callers. */
    isUnknown: is,
  }),
  /** Callers waiting at a period's end, by their last call, and when they were reached afterwards. */
  reached_later: z.object({ callers: z.array(z.object({ oid: text, callId: n, reached })) }),
  rows: z.object({ total: n, rows: z.array(contact) }),
  forecast: z.nullable(planForecast),
  today: z.object({
    figures: z.object(counts),
    sources: z.array(pricedRow),
    objects: z.array(objectDays),
    ...plan,
  }),
  deal_statuses: z.array(z.object({ name: z.string(), deals: n })),
} as const

export type FiguresName = keyof typeof FIGURES_ANSWERS
export type FiguresData<A extends FiguresName> = Shape<(typeof FIGURES_ANSWERS)[A]>

export type FirstReport = FiguresData<'report'>
export type ReportRest = FiguresData<'report_rest'>
type Tables = FirstReport['tables'] & ReportRest['tables']
export type TableName = keyof Tables
/** The report with its rest. */
export interface Report extends Omit<FirstReport, 'tables'>, Omit<ReportRest, 'tables'> {
  readonly tables: Tables
}
export type LeftOut = FirstReport['leftOut']
export type Changes = FiguresData<'changes'>
export type CallBacks = FiguresData<'call_backs'>
export type UnreturnedCallsResult = FiguresData<'not_through'>
export type ReachedLater = FiguresData<'reached_later'>['callers'][number]
export type TodayFacts = FiguresData<'today'>
export type SpendCosts = FiguresData<'costs'>
export type DealStatus = FiguresData<'deal_statuses'>[number]
