import { currentTime } from '#/api/transport/server-facts.ts'
import {
  callFilterSchemas,
  DEFAULT_JOURNAL_PERIOD,
  FILTERED_STATUSES,
  isCustomStatus,
  MISSED_FILTER,
  readParameters,
  statusFilterCode,
} from '#/contract/call-filters.ts'
import {
  hasArchiveFilter,
  isArchiveOrder,
  isOfArchive,
  filtersWithheld,
  LIST_FILTERS,
  listFilterSchemas,
  type ListFilter,
  type ListFilters,
} from '#/contract/archive/filters.ts'
import { listDays, presetRange } from '#/analytics/period.ts'
import { dayAt } from '#/contract/day.ts'
import { PERIOD_PRESETS, type PeriodPreset } from '#/contract/preferences.ts'
import { keepSurvivors, type ClientSwitch, type SurvivesClient } from '#/domain/client/client-switch.ts'
import { presenting } from '#/i18n/privacy-mode.ts'

/** The journal's part of the address: the API's own filters without the caller, those of the archive, defaults left out. */
export type JournalSearch = Omit<ListFilters, 'from_filter'> & {
  /** What the days of a custom period are: they roll with the calendar, in a link too. */
  preset?: PeriodPreset
  /** The view that just this is, so that a link keeps its name, and asks for what it asks for by then. */
  view?: string
}

/** What an address may narrow the journal by: the caller is personal data. */
export type JournalFilter = Exclude<ListFilter, 'from_filter'>
const JOURNAL_PARAMETERS = LIST_FILTERS.filter((name): name is JournalFilter => name !== 'from_filter')

const STATUS_CODES: ReadonlyMap<string, string> = new Map(
  [MISSED_FILTER, ...FILTERED_STATUSES.map(statusFilterCode)].map((code) => [code.toUpperCase(), code]),
)
/** A code that only an object's candidates tell: a name in capitals (G9). */
const OTHER_STATUS = /^[A-Z][A-Z0-9_.-]{1,63}$/

/** Letters in the mark of a view. */
const VIEW_MAX = 128
const isView = (raw: unknown): raw is string =>
  typeof raw === 'string' && raw !== '' && raw.length <= VIEW_MAX

/** A status that can be one, as the service writes it; null: nonsense. */
const readStatus = (status: string): string | null =>
  STATUS_CODES.get(status.toUpperCase()) ??
  (isCustomStatus(status) || OTHER_STATUS.test(status) ? status : null)

/** A search that only the archive can answer, in days. */
const inDays = (search: JournalSearch, now: number): JournalSearch => {
  const { from, to, preset } = listDays(search, dayAt(now, null))
  return { ...search, period: 'custom', date_from: from, date_to: to, ...(preset && { preset }) }
}

/**
 * Reads an address's parameters. `caller` is what `from_filter` said: personal data, which belongs in the history
 * entry's state. `dropped` names what was invalid: unknown values, days that do not exist, a range from late to early, an order in which no missed contacts come.
 */
export const readJournalSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: JournalSearch; caller: string | null; dropped: readonly (ListFilter | 'view')[] } => {
  const { values: filters, dropped: invalid } = readParameters(listFilterSchemas, raw)
  const dropped: (ListFilter | 'view')[] = [...invalid]
  const {
    from_filter: caller,
    period,
    date_from,
    date_to,
    status_filter,
    order_field,
    order_way,
    ...rest
  } = filters
  const search: JournalSearch = { ...rest }
  const status = status_filter === undefined ? undefined : readStatus(status_filter)
  if (status === null) dropped.push('status_filter')
  else if (status !== undefined) search.status_filter = status
  if (isOfArchive(search) && !isArchiveOrder(filters)) dropped.push('order_field')
  else {
    if (order_field !== undefined) search.order_field = order_field
    if (order_way !== undefined) search.order_way = order_way
  }
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
  const preset = PERIOD_PRESETS.find((one) => one === raw['preset'])
  if (preset && search.date_from !== undefined && search.date_to !== undefined) search.preset = preset
  const { view } = raw
  if (isView(view)) search.view = view
  else if (view !== undefined) dropped.push('view')
  return {
    search: inOrder(hasArchiveFilter(search) ? inDays(search, currentTime()) : search),
    caller: caller ?? null,
    dropped,
  }
}

/**
 * What to make of an address of the journal before anything is asked or logged: the caller moves from the address into the
 * history entry's state, and so do the names of values that had to be dropped or may not be seen, for the page to tell. Null: the address is
 * what the journal itself would write.
 */
export const arriveAtJournal = (
  raw: Readonly<Record<string, unknown>>,
): {
  search: JournalSearch
  state: {
    readonly caller?: string
    readonly dropped?: readonly string[]
    readonly masked?: readonly string[]
  }
} | null => {
  const { search, caller, dropped } = readJournalSearch(
    rolled(presenting?.readable(raw) ?? raw, currentTime()),
  )
  const isWritten =
    LIST_FILTERS.every((name) => raw[name] === (search as ListFilters)[name]) &&
    raw['preset'] === search.preset &&
    raw['view'] === search.view
  if (isWritten) return null
  return {
    search,
    state: {
      ...(caller === null ? {} : { caller }),
      ...(dropped.length > 0 ? { dropped } : {}),
      ...presenting?.masked(raw),
    },
  }
}

/** What to make of an address of a contact, which has the journal's to go on in: it stays but for what others must not read. */
export const arriveAtContact = (raw: Readonly<Record<string, unknown>>): ReturnType<typeof arriveAtJournal> =>
  presenting?.masked(raw).masked ? arriveAtJournal(raw) : null

/** Minutes ahead of UTC, so far apart that between them it is every day that it is anywhere. */
const CLOCKS = [-12 * 60, 0, 14 * 60]

/** Whether days that roll are those of today by some clock: whose clock counts only the contacts tell (G6). */
const hasRolled = (
  preset: PeriodPreset,
  { date_from, date_to }: { readonly [K in 'date_from' | 'date_to']?: unknown },
  now: number,
): boolean =>
  CLOCKS.some((offset) => {
    const { from, to } = presetRange(preset, dayAt(now, offset))
    return from === date_from && to === date_to
  })

/** An address whose days roll, with those of today. */
const rolled = (raw: Readonly<Record<string, unknown>>, now: number): Readonly<Record<string, unknown>> => {
  const preset = PERIOD_PRESETS.find((one) => one === raw['preset'])
  if (preset === undefined || (raw['period'] === 'custom' && hasRolled(preset, raw, now))) return raw
  const { from, to } = presetRange(preset, dayAt(now, null))
  return { ...raw, period: 'custom', date_from: from, date_to: to }
}

/** The journal's parameters among those of an address that has been cleaned on arrival: nothing of them is invalid. */
export const journalPart = (search: { readonly [K in keyof JournalSearch]?: unknown }): JournalSearch =>
  inOrder(search as JournalSearch)

/** A client's sources, pages, callers and own statuses mean nothing to another. */
const SURVIVES_CLIENT: SurvivesClient<ListFilter> = {
  source_filter: false,
  uri_filter: false,
  from_filter: false,
  status_filter: (code) => !isCustomStatus(code),
  source: false,
  campaign: false,
  search_request: false,
  page: false,
  manager: false,
  service: false,
  custom_status: false,
  deal_status: false,
}

/** For every page that stands for a part of a journal: its filters go along to another client's. */
export const JOURNAL_SWITCH: ClientSwitch = {
  to: '/calls',
  keep: (search) => {
    const { kept, dropped } = keepSurvivors(readParameters(listFilterSchemas, search).values, SURVIVES_CLIENT)
    const { preset } = readJournalSearch(search).search
    return { kept: { ...kept, ...(preset && { preset }) }, dropped }
  },
}

/** The same filters are the same address, whatever order they were chosen in. */
const inOrder = (search: JournalSearch): JournalSearch =>
  Object.fromEntries(
    [...JOURNAL_PARAMETERS, 'preset' as const, 'view' as const].flatMap((name) =>
      search[name] === undefined ? [] : [[name, search[name]]],
    ),
  )

/** What our server is asked for a caller, as it was typed: there numbers are read. Undefined: no filter can hold it. */
export const callerFilter = (caller: string): string | undefined => {
  const filter = callFilterSchemas.from_filter.safeParse(caller.trim())
  return filter.success ? filter.data : undefined
}

/** A list that our server finds, in the days and an order that it knows. */
const foundInArchive = (search: JournalSearch): JournalSearch => {
  const { period, date_from, date_to } = search
  const hasDays = period === 'custom' && date_from !== undefined && date_to !== undefined
  const { order_field, order_way, ...rest } = hasDays ? search : inDays(search, currentTime())
  return isArchiveOrder({ order_field })
    ? { ...rest, ...(order_field && { order_field }), ...(order_way && { order_way }) }
    : rest
}

/** What is asked of the service: the address, the caller by digits, and the period said out loud. */
export const toCallFilters = (search: JournalSearch, caller: string | undefined): ListFilters => {
  const from_filter = caller === undefined ? undefined : callerFilter(caller)
  const isFound = isOfArchive(search) || filtersWithheld({ from_filter })
  const { preset: _preset, view: _view, ...filters } = isFound ? foundInArchive(search) : search
  return {
    ...filters,
    period: filters.period ?? DEFAULT_JOURNAL_PERIOD,
    ...(from_filter === undefined ? {} : { from_filter }),
  }
}

/** Filters the user has set, the order apart: what chips show and "Clear filters" clears. */
export const activeFilters = (search: JournalSearch): JournalFilter[] =>
  JOURNAL_PARAMETERS.filter(
    (name) => name !== 'order_field' && name !== 'order_way' && search[name] !== undefined,
  )
