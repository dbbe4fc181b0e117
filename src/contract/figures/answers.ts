import * as z from 'zod/mini'
import '../field.ts'
import { EXPLAINED_BY } from './changes.ts'

/* Answers by question: `answer` in reading.ts's answer. */

const n = z.number()
const text = z.nullable(z.string())

const counts = {
  contacts: n,
  calls: n,
  answered: n,
  missed: n,
  first_time: n,
  repeated: n,
  target: n,
  not_target: n,
  answered_target: n,
  missed_first_time: n,
  timed: n,
  talk_seconds: n,
}
const deals = {
  deals: n,
  won: n,
  sums: z.array(z.object({ crm: text, sum: n, unpriced: n })),
}
const figures = z.object({
  ...counts,
  ...deals,
  callers: n,
  reached: n,
  median_duration: z.nullable(n),
  not_through: z.nullable(n),
  in_hours: z.nullable(z.object({ calls: n, missed: n })),
})
const direction = z.nullable(z.enum(['up', 'down', 'none']))
const comparison = z.object({
  days: n,
  comparedDays: n,
  directions: z.object({
    contacts: direction,
    calls: direction,
    missed_rate: direction,
    first_time: direction,
    target_rate: direction,
    deals: direction,
  }),
})
const trendPoint = z.object({ ...counts, start: n, deals: n })
const row = z.object({ ...counts, ...deals, value: text })
const table = z.object({ rows: z.array(row), total: n, contacts: n, whole: z.object(counts) })
const treeRow = z.object({ ...counts, ...deals, path: z.array(text) })
const unreturnedCalls = {
  caller: z.string(),
  attempts: n,
  oid: text,
  callId: n,
  day: z.string(),
  minute: n,
  offset: z.nullable(n),
  source: text,
  isFirstTime: z.boolean(),
}
const moment = { day: z.string(), minute: n, offset: z.nullable(n) }
const reached = z.object({
  ...moment,
  oid: text,
  id: n,
  status: text,
  isSpoken: z.boolean(),
  manager: text,
  duration: z.nullable(n),
})
const callBack = z.object({
  ...unreturnedCalls,
  search: text,
  status: text,
  days: z.array(z.string()),
  since: z.object(moment),
  before: z.nullable(reached),
  deal: z.nullable(z.object({ status: text, price: z.nullable(n) })),
  written: z.nullable(reached),
  reached: z.nullable(reached),
  chance: n,
})
const silence = z.object({
  verdict: z.enum(['silent', 'unusual', 'normal', 'too_quiet', 'too_few_weeks']),
  contacts: n,
  usual: n,
  weeks: z.array(n),
  last: z.nullable(n),
  usualSince: n,
  look: z.enum(['count', 'pause']),
  probability: n,
  chance: n,
  hours: z.array(z.object({ hour: n, contacts: n, usual: n })),
})
const responseTime = z.object({ minutes: z.nullable(n), count: n })

const amount = z.object({ part: n, whole: n })
const isTrue = z.boolean()
const changeRow = z.object({
  by: z.enum(EXPLAINED_BY),
  value: text,
  was: text,
  isCalendar: isTrue,
  parts: n,
  now: amount,
  before: amount,
  change: n,
  effects: z.nullable(z.object({ mix: n, own: n })),
  isReal: isTrue,
  isMixReal: isTrue,
  isOwnReal: isTrue,
})
const changeRows = { rows: z.array(changeRow), others: z.nullable(changeRow) }

export const FIGURES_ANSWERS = {
  report: z.object({
    figures,
    compared: z.nullable(figures),
    comparison: z.nullable(comparison),
    trend: z.array(trendPoint),
    comparedTrend: z.nullable(z.array(z.nullable(trendPoint))),
    tables: z.object({ source: table }),
    unreturnedCalls: z.array(z.object(unreturnedCalls)),
    leftOut: z.object({ undated: n, unreadable: n, untimed: n, absurd: n, unnumbered: n }),
  }),
  report_rest: z.object({
    heat: z.array(z.object({ ...counts, weekday: n, hour: n })),
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
    over: z.nullable(
      z.object({
        days: n,
        comparedDays: n,
        now: amount,
        counted: amount,
        before: amount,
        change: n,
        isReal: z.nullable(isTrue),
      }),
    ),
    lead: z.nullable(z.object({ by: changeRow.shape.by, ...changeRows })),
    also: z.array(changeRow),
    mostly: z.object({ where: z.nullable(changeRow), blocks: z.array(changeRow) }),
    renamed: z.nullable(changeRow),
    split: z.nullable(
      z.object({
        ...changeRows,
        rows: z.array(z.extend(changeRow, { mostly: z.nullable(changeRow) })),
      }),
    ),
    sizes: z.nullable(z.partialRecord(changeRow.shape.by, n)),
  }),
  table,
  tree: z.array(treeRow),
  day_sets: z.array(z.array(treeRow)),
  call_backs: z.object({
    open: z.array(callBack),
    reached: z.array(callBack),
    unnumbered: n,
    isUnknown: z.boolean(),
    spoken: z.object({ week: responseTime, before: responseTime }),
    reachedOtherwise: n,
    firstTries: z.array(z.object({ oid: text, id: n, at: n })),
  }),
  not_through: z.object({
    callers: z.array(z.object(unreturnedCalls)),
    total: n,
    unnumbered: n,
    undated: n,
    isUnknown: z.boolean(),
  }),
  reached_later: z.object({ callers: z.array(z.object({ oid: text, callId: n, reached })) }),
  rows: z.object({
    total: n,
    rows: z.array(
      z.object({
        oid: text,
        id: n,
        day: text,
        minute: n,
        caller: text,
        source: text,
        status: text,
        page: text,
        duration: z.nullable(n),
      }),
    ),
  }),
  today: z.object({
    figures: z.object(counts),
    sources: z.array(row),
    objects: z.array(
      z.object({
        oid: z.string(),
        daily: n,
        silence: z.nullable(silence),
        weekDays: z.array(n),
      }),
    ),
  }),
  deal_statuses: z.array(z.object({ name: z.string(), deals: n })),
} as const
