/** Search parameters that may be specific to one client. */
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
/** Whether a parameter also applies to other clients; a function if it depends on the value. */
export type SurvivesClient<N extends string> = { readonly [K in Extract<N, ClientOwnFilter>]: DoesSurvive }

export interface SurvivingSearch {
  readonly retained: Readonly<Record<string, string>>
  readonly dropped: readonly ClientOwnFilter[]
}

/** A route's behavior when another client is chosen. */
export interface ClientSwitch {
  /** The page itself, or the list for pages of a single item. */
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
  /** @param search of the address; `from_filter` is the caller from the history state */
  readonly keep: (search: Readonly<Record<string, unknown>>) => SurvivingSearch
}

export const keepSurvivors = <N extends string>(
  search: { readonly [K in N]?: string | undefined },
  survives: SurvivesClient<N>,
): SurvivingSearch => {
  const retained: Record<string, string> = {}
  const dropped: ClientOwnFilter[] = []
  const own: { readonly [name: string]: DoesSurvive | undefined } = survives
  for (const [name, value] of Object.entries<string | undefined>(search)) {
    if (value === undefined) continue
    const does = own[name] ?? true
    if (typeof does === 'function' ? does(value) : does) retained[name] = value
    // Only client-specific parameters can be dropped.
    else dropped.push(name as ClientOwnFilter)
  }
  return { retained, dropped }
}
