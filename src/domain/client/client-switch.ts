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

/** By parameter, whether it means the same for every client; a function where that depends on the value. */
export type SurvivesClient<N extends string> = {
  readonly [K in N]: K extends ClientOwnFilter ? boolean | ((value: string) => boolean) : true
}

export interface KeptSearch {
  readonly kept: Readonly<Record<string, string>>
  readonly dropped: readonly ClientOwnFilter[]
}

/** What a route declares for the client switcher: where choosing another client leads from it, and with what. */
export interface ClientSwitch {
  /** The page itself, or the list for one that shows what only one client has. */
  readonly to:
    | '/overview'
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

/** Splits valid parameters, in the order of `survives`. */
export const keepSurvivors = <N extends string>(
  search: { readonly [K in N]?: string | undefined },
  survives: SurvivesClient<N>,
): KeptSearch => {
  const kept: Record<string, string> = {}
  const dropped: N[] = []
  for (const name of Object.keys(survives) as N[]) {
    const value = search[name]
    if (value === undefined) continue
    const does: boolean | ((value: string) => boolean) = survives[name]
    if (typeof does === 'function' ? does(value) : does) kept[name] = value
    else dropped.push(name)
  }
  // By its type, only a parameter of one client may not survive.
  return { kept, dropped: dropped as (N & ClientOwnFilter)[] }
}
