/** Search parameters that may mean something to one client only. Each has its word in the switcher. */
export type ClientOwnFilter =
  | 'source_filter'
  | 'uri_filter'
  | 'from_filter'
  | 'status_filter'
  | 'object'
  | 'source'
  | 'campaign'
  | 'search_request'
  | 'page'
  | 'manager'
  | 'service'
  | 'custom_status'
  | 'deal_status'

type DoesSurvive = boolean | ((value: string) => boolean)
/**
 * Whether what may be one client's own means the same for every client; a function where that depends on the value. All
 * else does.
 */
export type SurvivesClient<N extends string> = { readonly [K in Extract<N, ClientOwnFilter>]: DoesSurvive }

export interface KeptSearch {
  readonly kept: Readonly<Record<string, string>>
  readonly dropped: readonly ClientOwnFilter[]
}

/** What a route declares for the client switcher: where choosing another client leads from it, and with what. */
export interface ClientSwitch {
  /** The page itself, or the list for one that shows what only one client has. */
  readonly to:
    | '/overview'
    | '/overview/changes'
    | '/overview/report'
    | '/overview/tools'
    | '/call-back'
    | '/calls'
    | '/objects'
    | '/alerts'
    | '/clients'
    | '/settings'
    | '/audit'
    | '/console'
    | '/health'
  /** @param search of the address; `from_filter` is the history entry's caller */
  readonly keep: (search: Readonly<Record<string, unknown>>) => KeptSearch
}

/** Splits valid parameters. */
export const keepSurvivors = <N extends string>(
  search: { readonly [K in N]?: string | undefined },
  survives: SurvivesClient<N>,
): KeptSearch => {
  const kept: Record<string, string> = {}
  const dropped: ClientOwnFilter[] = []
  const own: { readonly [name: string]: DoesSurvive | undefined } = survives
  for (const [name, value] of Object.entries<string | undefined>(search)) {
    if (value === undefined) continue
    const does = own[name] ?? true
    if (typeof does === 'function' ? does(value) : does) kept[name] = value
    // By its type, only a parameter of one client may not survive.
    else dropped.push(name as ClientOwnFilter)
  }
  return { kept, dropped }
}
