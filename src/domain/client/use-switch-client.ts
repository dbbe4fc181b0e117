import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { readmitClient } from './client-access.ts'
import type { ClientOwnFilter, ClientSwitch } from './client-switch.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
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

const FILTER_WORD = {
  source_filter: m.filter_source_filter,
  uri_filter: m.filter_uri_filter,
  from_filter: m.filter_from_filter,
  status_filter: m.filter_status_filter,
  object: m.overview_object,
  source: m.col_source,
  campaign: m.overview_by_campaign,
  search_request: m.call_search_request,
  page: m.col_page,
  manager: m.col_manager,
  service: m.col_service,
  custom_status: m.overview_by_custom_status,
  deal_status: m.export_deal_status,
} as const satisfies Record<ClientOwnFilter, () => string>

/** Names of filters that another client or object does not have. */
export const ownFilterNames = (filters: readonly ClientOwnFilter[]) =>
  filters.map((name) => FILTER_WORD[name]()).join(', ')

/** Sentences on what is kept and dropped, shown before the switch. */
export const switchLabel = ({ to, stays, dropped }: SwitchTarget): string => {
  const retainedText = stays
    ? m.switch_keeps()
    : to === '/objects'
      ? m.switch_to_objects()
      : m.switch_to_calls()
  return dropped.length > 0
    ? `${retainedText} ${m.switch_drops({ names: ownFilterNames(dropped) })}`
    : retainedText
}

/** Switches the client, with a note on dropped filters. */
export const useSwitchClient = (): {
  readonly targetOf: (client: string) => SwitchTarget
  readonly switchTo: (client: string) => void
} => {
  const router = useRouter()
  const place = useLocation()
  const rule = useMatches({ select: (matches) => matches.at(-1)?.staticData.clientSwitch })
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const targetOf = (client: string) => switchTarget(place, rule, client)
  return {
    targetOf,
    switchTo: (client) => {
      // Retries a refused client.
      readmitClient(queryClient, { ...scope, client })
      if (client === scope.client) return
      const { href, dropped } = targetOf(client)
      void router.navigate({ href })
      if (dropped.length > 0) showToast({ text: m.switch_dropped({ names: ownFilterNames(dropped) }) })
    },
  }
}
