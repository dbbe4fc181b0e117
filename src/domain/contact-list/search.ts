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
import { privacyMode } from '#/i18n/privacy-mode.ts'

/** API filters without the caller, archive filters; defaults omitted. */
export type JournalSearch = Omit<ListFilters, 'from_filter'> & {
  /** Custom days are relative, also in links. */
  preset?: PeriodPreset
  /** The view, so that links keep its name and follow its changes. */
  view?: string
}

/** Filters allowed in addresses: the caller is personal data. */
export type JournalFilter = Exclude<ListFilter, 'from_filter'>
const JOURNAL_PARAMETERS = LIST_FILTERS.filter((name): name is JournalFilter => name !== 'from_filter')

const STATUS_CODES: ReadonlyMap<string, string> = new Map(
  [MISSED_FILTER, ...FILTERED_STATUSES.map(statusFilterCode)].map((code) => [code.toUpperCase(), code]),
)
/** Custom codes: capitals (G9). */
const OTHER_STATUS = /^[A-Z][A-Z0-9_.-]{1,63}$/

const VIEW_MAX = 128
const isView = (raw: unknown): raw is string =>
  typeof raw === 'string' && raw !== '' && raw.length <= VIEW_MAX

/** Null: invalid. */
const readStatus = (status: string): string | null =>
  STATUS_CODES.get(status.toUpperCase()) ??
  (isCustomStatus(status) || OTHER_STATUS.test(status) ? status : null)

const deviceToday = () => dayAt(currentTime(), null)

const inDays = (search: JournalSearch, today: string): JournalSearch => {
  const { from, to, preset } = listDays(search, today)
  return { ...search, period: 'custom', date_from: from, date_to: to, ...(preset && { preset }) }
}

/**
 * Parses an address. `caller` (personal data) belongs in history state. `dropped` lists invalid parameters:
 * unknown values, days, reversed ranges, orders that exclude missed contacts.
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
  // Days imply a custom period; the service ignores them beside another.
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
    search: inOrder(hasArchiveFilter(search) ? inDays(search, deviceToday()) : search),
    caller: caller ?? null,
    dropped,
  }
}

/**
 * Redirect before anything is requested or logged: the caller and names of dropped values move to history state.
 * Null: the address is canonical.
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
    rolled(privacyMode?.readable(raw) ?? raw, currentTime()),
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
      ...privacyMode?.masked(raw),
    },
  }
}

/** The same for a contact's address, which includes the journal's. */
export const arriveAtContact = (raw: Readonly<Record<string, unknown>>): ReturnType<typeof arriveAtJournal> =>
  privacyMode?.masked(raw).masked ? arriveAtJournal(raw) : null

/** Offsets in minutes that cover all current dates on earth. */
const CLOCKS = [-12 * 60, 0, 14 * 60]

const hasRolled = (
  preset: PeriodPreset,
  { date_from, date_to }: { readonly [K in 'date_from' | 'date_to']?: unknown },
  now: number,
): boolean =>
  CLOCKS.some((offset) => {
    const { from, to } = presetRange(preset, dayAt(now, offset))
    return from === date_from && to === date_to
  })

const rolled = (raw: Readonly<Record<string, unknown>>, now: number): Readonly<Record<string, unknown>> => {
  const preset = PERIOD_PRESETS.find((one) => one === raw['preset'])
  if (preset === undefined || (raw['period'] === 'custom' && hasRolled(preset, raw, now))) return raw
  const { from, to } = presetRange(preset, dayAt(now, null))
  return { ...raw, period: 'custom', date_from: from, date_to: to }
}

export const journalPart = (search: { readonly [K in keyof JournalSearch]?: unknown }): JournalSearch =>
  inOrder(search as JournalSearch)

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

export const JOURNAL_SWITCH: ClientSwitch = {
  to: '/calls',
  keep: (search) => {
    const { retained, dropped } = keepSurvivors(
      readParameters(listFilterSchemas, search).values,
      SURVIVES_CLIENT,
    )
    const { preset } = readJournalSearch(search).search
    return { retained: { ...retained, ...(preset && { preset }) }, dropped }
  },
}

/** For another object: sources and custom statuses are object-specific (API document 4.4), as a view may be. */
export const retainForObject = (
  raw: Readonly<Record<string, unknown>>,
): { readonly retained: JournalSearch; readonly dropped: readonly ('source_filter' | 'status_filter')[] } => {
  const { view: _view, source_filter, status_filter, ...others } = readJournalSearch(raw).search
  const isOwnStatus = status_filter !== undefined && isCustomStatus(status_filter)
  return {
    retained: { ...others, ...(status_filter !== undefined && !isOwnStatus && { status_filter }) },
    dropped: [
      ...(source_filter === undefined ? [] : ['source_filter' as const]),
      ...(isOwnStatus ? ['status_filter' as const] : []),
    ],
  }
}

/** The period alone, for a list with other filters. */
export const journalPeriod = ({ period, date_from, date_to, preset }: JournalSearch): JournalSearch =>
  journalPart({ period, date_from, date_to, preset })

const inOrder = (search: JournalSearch): JournalSearch =>
  Object.fromEntries(
    [...JOURNAL_PARAMETERS, 'preset' as const, 'view' as const].flatMap((name) =>
      search[name] === undefined ? [] : [[name, search[name]]],
    ),
  )

/** As typed: the server parses numbers. Undefined: unusable. */
export const callerFilter = (caller: string): string | undefined => {
  const filter = callFilterSchemas.from_filter.safeParse(caller.trim())
  return filter.success ? filter.data : undefined
}

/** Archive lists need days and a supported order. */
const foundInArchive = (search: JournalSearch, today: string): JournalSearch => {
  const { period, date_from, date_to } = search
  const hasDays = period === 'custom' && date_from !== undefined && date_to !== undefined
  const { order_field, order_way, ...rest } = hasDays ? search : inDays(search, today)
  return isArchiveOrder({ order_field })
    ? { ...rest, ...(order_field && { order_field }), ...(order_way && { order_way }) }
    : rest
}

/**
 * Query: address, caller digits and explicit period.
 * @param today the contacts' (G6), if known
 */
export const toCallFilters = (
  search: JournalSearch,
  caller: string | undefined,
  today = deviceToday(),
): ListFilters => {
  const from_filter = caller === undefined ? undefined : callerFilter(caller)
  const isArchived = isOfArchive(search) || filtersWithheld({ from_filter })
  const { preset: _preset, view: _view, ...filters } = isArchived ? foundInArchive(search, today) : search
  return {
    ...filters,
    period: filters.period ?? DEFAULT_JOURNAL_PERIOD,
    ...(from_filter === undefined ? {} : { from_filter }),
  }
}

export const activeFilters = (search: JournalSearch): JournalFilter[] =>
  JOURNAL_PARAMETERS.filter(
    (name) => name !== 'order_field' && name !== 'order_way' && search[name] !== undefined,
  )
