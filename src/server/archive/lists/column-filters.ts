import { ABSURD_DURATION, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { ABSENT } from '#/server/metrics/columns/dictionary.ts'
import { FIRST_TIME, IS_TARGET, type Dimension } from '#/contract/figures/dimensions.ts'
import { unreturnedCalls } from '#/server/metrics/columns/unreturned-calls.ts'
import { select, SHOWN, type Selection } from '#/server/metrics/columns/select.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { readValues, VALUE_FILTERS, type ValueFilter, type Values } from '#/contract/archive/filters.ts'
import { DURATION_FILTER, MISSED_FILTER, statusCodes, statusFilterCode } from '#/contract/call-filters.ts'
import { CALL_STATUS, CALL_STATUSES } from '#/contract/codes.ts'
import type { CallerSearch } from '#/contract/phones/caller-search.ts'
import type { ListQuestion } from './question.ts'

/* Filters that columns can answer, by the code that counts figures, so that a list has as many contacts as its figure. */

const LEFT_OUT = 1

export const narrow = (selection: Selection, passes: (row: number) => boolean): void => {
  for (let row = 0; row < selection.length; row++)
    if (selection[row] === SHOWN && !passes(row)) selection[row] = LEFT_OUT
}

const STATUS_BY_CODE: ReadonlyMap<string, number> = new Map(
  CALL_STATUSES.map((name) => [statusFilterCode(name), CALL_STATUS[name]]),
)
export const isStatusKnown = (filter: string): boolean =>
  filter === MISSED_FILTER || STATUS_BY_CODE.has(filter)

/** Value filters other than deals have the same names as the report's. */
const OF_REPORT = VALUE_FILTERS.filter((name): name is ValueFilter & Dimension => name !== 'deal_status')

const has = (by: Dimension, wanted: string): Filter => ({ by, values: [null], except: wanted === '1' })

const reportFilters = ({ filters }: ListQuestion): Filter[] => {
  const all: Filter[] = []
  for (const by of OF_REPORT) if (filters[by] !== undefined) all.push({ by, ...readValues(filters[by]) })
  if (filters.has_caller) all.push(has('caller', filters.has_caller))
  if (filters.has_deal) all.push(has('deal', filters.has_deal))
  if (filters.target_filter) all.push({ by: 'target', values: [IS_TARGET] })
  if (filters.repeated_filter) all.push({ by: 'kind', values: [FIRST_TIME] })
  const { status_filter } = filters
  if (status_filter !== undefined && isStatusKnown(status_filter))
    all.push({
      by: 'status',
      values: statusCodes({ status_filter }).map((code) => String(STATUS_BY_CODE.get(code))),
    })
  return all
}

const codesWhere = (values: Iterable<string | null>, isWanted: (value: string | null) => boolean) =>
  Uint8Array.from(values, (value) => (isWanted(value) ? 1 : 0))

const byDealStatus = ({ by, deals }: Dataset, selection: Selection, { values, except }: Values) => {
  const wanted = new Set(values)
  const isMatch = Uint8Array.from(by.deal.values, (_, deal) => {
    const status = deal === ABSENT ? null : (deals.statuses.values[deals.status[deal]!] ?? null)
    return wanted.has(status) === except ? 0 : 1
  })
  narrow(selection, (row) => isMatch[by.deal.codes[row]!] === 1)
}

/** Seconds of a row; Infinity above the plausible maximum, null without any. */
export const durationOf = ({ duration }: Dataset, row: number): number | null => {
  const seconds = duration[row]!
  return seconds >= 0 ? seconds : seconds === ABSURD_DURATION ? Infinity : null
}

/**
 * Rows that pass all filters answered by columns.
 * @param sought null: any caller
 */
export const selectByColumns = (
  data: Dataset,
  question: ListQuestion,
  search: CallerSearch | null,
): Selection => {
  const { filters, id } = question
  const selection = select(data, reportFilters(question))
  const { caller } = data.by
  if (id !== null) narrow(selection, (row) => data.id[row] === id)
  if (filters.deal_status !== undefined) byDealStatus(data, selection, readValues(filters.deal_status))
  if (filters.duration_filter) {
    const { from, to } = DURATION_FILTER[filters.duration_filter]
    narrow(selection, (row) => {
      const seconds = durationOf(data, row)
      return seconds !== null && seconds >= from && (seconds < to || to === Infinity)
    })
  }
  if (search) {
    const isMatch = codesWhere(caller.values, (value) =>
      value === null ? search.isWithheld : !search.isWithheld && search.finds(value),
    )
    narrow(selection, (row) => isMatch[caller.codes[row]!] === 1)
  }
  return selection
}

/** Keeps the last call of each caller who was not reached. */
export const selectNotReached = (data: Dataset, selection: Selection): void => {
  const { object } = data.by
  const keyOf = (oid: string | null, id: number) => `${oid ?? ''} ${id}`
  const last = new Set(unreturnedCalls(data, selection).callers.map(({ oid, callId }) => keyOf(oid, callId)))
  narrow(selection, (row) => last.has(keyOf(object.values[object.codes[row]!]!, data.id[row]!)))
}
