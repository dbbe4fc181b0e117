import type { ClientOwnFilter, ClientSwitch } from './client-switch.ts'
import { stringifySearch } from '#/domain/search-params.ts'

/** Where a user is: the parts of the router's location that a switch looks at. */
export interface Place {
  readonly pathname: string
  readonly search: Readonly<Record<string, unknown>>
  readonly state: {
    readonly caller?: string | undefined
    readonly journal?: { readonly search: Readonly<Record<string, string>> } | undefined
  }
}

export interface SwitchTarget {
  /** The list the user lands on. */
  readonly to: ClientSwitch['to']
  /** Its address with the client and what is kept. */
  readonly href: string
  /** Whether it is the page the user is on. */
  readonly stays: boolean
  readonly dropped: readonly ClientOwnFilter[]
}

/** An address that no page has. */
const NOWHERE: ClientSwitch = { to: '/calls', keep: () => ({ kept: {}, dropped: [] }) }

/**
 * Where choosing another client leads. The page and the filters that make sense for every client stay; one object or
 * contact becomes the list it is in, since the other client has no such object.
 * @param rule what the route of the place declares
 */
export const switchTarget = (
  { pathname, search, state }: Place,
  { to, keep }: ClientSwitch = NOWHERE,
  client: string,
): SwitchTarget => {
  // A contact's own address holds no filters; the journal it was opened from does.
  const { client: _, ...from } = state.journal?.search ?? search
  const { kept, dropped } = keep({ ...from, from_filter: state.caller })
  const stays = pathname.replace(/\/$/, '') === to
  return { to, href: to + stringifySearch({ client, ...kept }), stays, dropped }
}
