import { CALL_FILTERS, readCallFilters, type CallFilter } from '#/contract/call-filters.ts'

/** Where a person is: the parts of the router's location that a switch looks at. */
export interface Place {
  readonly pathname: string
  readonly search: Readonly<Record<string, unknown>>
  readonly state: {
    readonly caller?: string | undefined
    readonly journal?: { readonly search: Readonly<Record<string, string>> } | undefined
  }
}

/** What the overview can be narrowed by that means something to one client only. */
const OVERVIEW_OWN = ['object', 'source', 'campaign', 'search_request', 'page', 'manager', 'service'] as const
/** And what it means the same by for every client. */
const OVERVIEW_KEPT = [
  'period',
  'date_from',
  'date_to',
  'compare',
  'bucket',
  'trend_metric',
  'heat_metric',
  'as_table',
  'days',
  'region',
  'channel',
  'status',
  'kind',
  'target',
  'weekday',
  'hour',
  'hour_of_week',
] as const

/** Filters that mean something to one client only: its sources, its pages, its callers, its own statuses. */
export type ClientOwnFilter =
  | 'source_filter'
  | 'uri_filter'
  | 'from_filter'
  | 'status_filter'
  | (typeof OVERVIEW_OWN)[number]

export interface SwitchTarget {
  /** The list the person lands on. */
  readonly to: '/overview' | '/calls' | '/objects' | '/clients'
  /** Its address with the client and what is kept. */
  readonly href: string
  /** Whether it is the page the person is on. */
  readonly stays: boolean
  readonly dropped: readonly ClientOwnFilter[]
}

const OBJECTS = /^\/objects(?:\/[^/]+)?\/?$/
const CLIENTS = /^\/clients\/?$/
const JOURNAL = /^\/calls\/?$/
/** With the report of it, which has no object or source of the other client's either. */
const OVERVIEW = /^\/overview(\/report)?\/?$/

/** Custom statuses are an object's own; their codes are their numbers, and no other status is one (API document 4.4). */
const isCustomStatus = (code: string) => /^\d+$/.test(code)

/**
 * Where choosing another client leads. The page and the filters that make sense for every client stay; one object or
 * contact becomes the list it is in, since the other client has no such object.
 */
export const switchTarget = ({ pathname, search, state }: Place, client: string): SwitchTarget => {
  const overview = OVERVIEW.exec(pathname)
  if (overview) {
    const texts = textsOf(search)
    const kept = OVERVIEW_KEPT.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]]))
    return {
      to: '/overview',
      href: address('/overview', client, Object.fromEntries(kept) as Record<string, string>),
      stays: overview[1] === undefined,
      dropped: OVERVIEW_OWN.filter((name) => texts[name] !== undefined),
    }
  }
  const to = CLIENTS.test(pathname) ? '/clients' : OBJECTS.test(pathname) ? '/objects' : '/calls'
  const stays =
    to === '/clients' || (to === '/objects' ? !/^\/objects\/./.test(pathname) : JOURNAL.test(pathname))
  if (to !== '/calls') {
    // What the page of all clients shows is nobody's in particular.
    const { client: _, ...kept } = to === '/clients' ? search : stays ? { status: search['status'] } : {}
    return { to, href: address(to, client, textsOf(kept)), stays, dropped: [] }
  }
  // A contact's own address holds no filters; the journal it was opened from does.
  const { filters } = readCallFilters({ ...(state.journal?.search ?? search), from_filter: state.caller })
  const dropped: ClientOwnFilter[] = []
  const kept: Partial<Record<CallFilter, string>> = {}
  for (const name of CALL_FILTERS) {
    const value = filters[name]
    if (value === undefined) continue
    if (name === 'source_filter' || name === 'uri_filter' || name === 'from_filter') dropped.push(name)
    else if (name === 'status_filter' && isCustomStatus(value)) dropped.push(name)
    else kept[name] = value
  }
  return { to, href: address(to, client, kept), stays, dropped }
}

const textsOf = (search: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

const address = (to: string, client: string, search: Readonly<Record<string, string>>) =>
  `${to}?${new URLSearchParams({ client, ...search }).toString()}`
