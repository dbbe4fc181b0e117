import {
  CALL_FILTERS,
  callFilterSchemas,
  readCallFilters,
  type CallFilter,
  type CallFilters,
  type Period,
} from '#/contract/call-filters.ts'
import { keepSurvivors, type ClientSwitch, type SurvivesClient } from '#/domain/client/client-switch.ts'
import { phoneDigits } from '#/i18n/format.ts'

/** The journal's part of the address: the API's own filters, without the caller, defaults left out. */
export type JournalSearch = Omit<CallFilters, 'from_filter'>

const JOURNAL_PARAMETERS = CALL_FILTERS.filter(
  (name): name is Exclude<CallFilter, 'from_filter'> => name !== 'from_filter',
)

/** The journal always sends a period (G23). */
export const DEFAULT_JOURNAL_PERIOD: Period = 'month'

/**
 * Reads an address's parameters. `caller` is what `from_filter` said: personal data, which belongs in the history
 * entry's state. `dropped` names what was invalid: unknown values, days that do not exist, a range from late to early.
 */
export const readJournalSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: JournalSearch; caller: string | null; dropped: readonly CallFilter[] } => {
  const { filters, dropped } = readCallFilters(raw)
  const { from_filter: caller, period, date_from, date_to, ...rest } = filters
  const search: JournalSearch = { ...rest }
  const reversed = date_from !== undefined && date_to !== undefined && date_from > date_to
  if (reversed) dropped.push('date_from', 'date_to')
  const dated = !reversed && (date_from !== undefined || date_to !== undefined)
  // Days without a period can only mean a custom one; days beside another period would be ignored by the service.
  if (dated && (period === undefined || period === 'custom')) {
    search.period = 'custom'
    if (date_from !== undefined) search.date_from = date_from
    if (date_to !== undefined) search.date_to = date_to
  } else if (
    period !== undefined &&
    period !== DEFAULT_JOURNAL_PERIOD &&
    !(period === 'custom' && reversed)
  ) {
    search.period = period
  }
  return { search: inOrder(search), caller: caller ?? null, dropped }
}

/**
 * What to make of an address of the journal before anything is asked or logged: the caller moves from the address into the
 * history entry's state, and so do the names of values that had to be dropped, for the page to tell. Null: the address is
 * what the journal itself would write.
 */
export const arriveAtJournal = (
  raw: Readonly<Record<string, unknown>>,
): {
  search: JournalSearch
  state: { readonly caller?: string; readonly dropped?: readonly string[] }
} | null => {
  const { search, caller, dropped } = readJournalSearch(raw)
  const isWritten = CALL_FILTERS.every((name) => raw[name] === (search as CallFilters)[name])
  if (isWritten) return null
  return {
    search,
    state: { ...(caller === null ? {} : { caller }), ...(dropped.length > 0 ? { dropped } : {}) },
  }
}

/** The journal's parameters among those of an address that has been cleaned on arrival: nothing of them is invalid. */
export const journalPart = (search: { readonly [K in keyof JournalSearch]?: unknown }): JournalSearch =>
  inOrder(search as JournalSearch)

/** Custom statuses are an object's own; their codes are their numbers, and no other status is one (API document 4.4). */
const isCustomStatus = (code: string) => /^\d+$/.test(code)

/** A client's sources, pages, callers and own statuses mean nothing to another. */
const SURVIVES_CLIENT: SurvivesClient<CallFilter> = {
  period: true,
  date_from: true,
  date_to: true,
  source_filter: false,
  source_text_filter: true,
  target_filter: true,
  repeated_filter: true,
  uri_filter: false,
  from_filter: false,
  duration_filter: true,
  status_filter: (code) => !isCustomStatus(code),
  order_field: true,
  order_way: true,
}

/** For every page that stands for a part of a journal: its filters go along to another client's. */
export const JOURNAL_SWITCH: ClientSwitch = {
  to: '/calls',
  keep: (search) => keepSurvivors(readCallFilters(search).filters, SURVIVES_CLIENT),
}

/** The same filters are the same address, whatever order they were chosen in. */
const inOrder = (search: JournalSearch): JournalSearch =>
  Object.fromEntries(
    JOURNAL_PARAMETERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )

/** What the service is asked for a caller: the digits, or the text of one without any; undefined: no filter can hold it. */
export const callerFilter = (caller: string): string | undefined => {
  const filter = callFilterSchemas.from_filter.safeParse(phoneDigits(caller) || caller)
  return filter.success ? filter.data : undefined
}

/** What is asked of the service: the address, the caller by digits, and the period said out loud. */
export const toCallFilters = (search: JournalSearch, caller: string | undefined): CallFilters => {
  const from_filter = caller === undefined ? undefined : callerFilter(caller)
  return {
    ...search,
    period: search.period ?? DEFAULT_JOURNAL_PERIOD,
    ...(from_filter === undefined ? {} : { from_filter }),
  }
}

/** Filters the user has set, the order apart: what chips show and "Clear filters" clears. */
export const activeFilters = (search: JournalSearch): Exclude<CallFilter, 'from_filter'>[] =>
  CALL_FILTERS.filter(
    (name): name is Exclude<CallFilter, 'from_filter'> =>
      name !== 'from_filter' && name !== 'order_field' && name !== 'order_way' && search[name] !== undefined,
  )
