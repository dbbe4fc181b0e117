import type { ClientOwnFilter, ClientSwitch } from './client-switch.ts'
import { stringifySearch } from '#/domain/search-params.ts'

export interface Place {
  readonly pathname: string
  readonly search: Readonly<Record<string, unknown>>
  readonly state: {
    readonly caller?: string | undefined
    readonly journal?: { readonly search: Readonly<Record<string, string>> } | undefined
  }
}

export interface SwitchTarget {
  /** The target list. */
  readonly to: ClientSwitch['to']
  /** With the client and kept parameters. */
  readonly href: string
  readonly stays: boolean
  readonly dropped: readonly ClientOwnFilter[]
}

const NOWHERE: ClientSwitch = { to: '/calls', keep: () => ({ retained: {}, dropped: [] }) }

export const switchTarget = (
  { pathname, search, state }: Place,
  { to, keep }: ClientSwitch = NOWHERE,
  client: string,
): SwitchTarget => {
  // A contact's address has no filters; its journal's has.
  const { client: _, ...from } = state.journal?.search ?? search
  const { retained, dropped } = keep({ ...from, from_filter: state.caller })
  const stays = pathname.replace(/\/$/, '') === to
  return { to, href: to + stringifySearch({ client, ...retained }), stays, dropped }
}
