import { countAll, type Counts } from '#/analytics/columns/aggregate.ts'
import { dayText } from '#/contract/day.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { CALL_BACK_DAYS, callable } from '#/analytics/judge/findings.ts'
import { notThrough, type NotThrough } from '#/analytics/columns/not-through.ts'
import { objectDays, type ObjectDays } from '#/analytics/columns/object-days.ts'
import type { TodayQuestion } from './protocol.ts'
import { tableOf, type TableRow } from './report.ts'
import { select } from '#/analytics/columns/select.ts'

/** What findings are made of. */
export interface TodayFacts {
  /** Of all sources, also where the report is narrowed to one: each is judged beside the others. */
  readonly figures: Counts
  readonly sources: readonly TableRow[]
  /** Those of the last days, who may still be called back. */
  readonly notThrough: readonly NotThrough[]
  readonly objects: readonly ObjectDays[]
}

/** Facts of a period that contains today, over what is loaded. */
export const todayFacts = (
  current: Dataset,
  compared: Dataset | null,
  { filters, days, comparedDays, now, offset, isWhole }: TodayQuestion,
): TodayFacts => {
  const all = select(
    current,
    filters.filter(({ by }) => by !== 'source'),
  )
  const loaded = [
    { data: current, days },
    ...(compared && comparedDays ? [{ data: compared, days: comparedDays }] : []),
  ]
  return {
    figures: countAll(current, all),
    sources: tableOf(current, all, 'source', new Set()).rows,
    notThrough: callable(
      notThrough(current, select(current, filters), { since: now.day - CALL_BACK_DAYS }).callers,
      dayText(now.day),
    ),
    objects: objectDays(loaded, { ...now, offset }).map((object) =>
      // Of a part nobody can say whether what is missing did not come, or was not loaded.
      isWhole ? object : { ...object, silence: null },
    ),
  }
}
