import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Kbd } from '#/ui/kbd.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { clientMemoryQuery, readmitClient } from '#/domain/client/client-access.ts'
import { usePinnedClients } from '#/domain/client/pinned-clients.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { orderClients } from './client-choices.ts'
import { ClientOptions } from './client-options.tsx'
import type { ClientOwnFilter } from '#/domain/client/client-switch.ts'
import { switchTarget, type SwitchTarget } from './switch-client.ts'

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

const filterWords = (filters: readonly ClientOwnFilter[]) =>
  filters.map((name) => FILTER_WORD[name]()).join(', ')

/** The switcher's list: typing filters, Enter switches, and a note says what the switch keeps and drops. */
export const ClientListbox = ({
  clients,
  current,
  onClose,
}: {
  clients: readonly ClientRead[]
  current: string | null
  onClose: () => void
}) => {
  const router = useRouter()
  const place = useLocation()
  const rule = useMatches({ select: (matches) => matches.at(-1)?.staticData.clientSwitch })
  const list = useRef<HTMLDivElement>(null)
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const { data: memory } = useQuery(clientMemoryQuery(scope.principal))
  const { pinned } = usePinnedClients()
  const pins = [...pinned].join(' ')
  const ordered = useMemo(
    () => orderClients(clients, current, pinned, memory?.recent ?? []),
    // `pinned` is a new set with each render: `pins` stands for its contents.
    // oxlint-disable-next-line react/exhaustive-deps
    [clients, current, pins, memory],
  )
  // When the code arrives after the popover has opened, the popover has had nothing to give the focus to.
  useEffect(() => list.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])

  const switchTo = (client: string) => {
    onClose()
    // A refused client that the user chooses is tried again: it may be open by now.
    readmitClient(queryClient, { ...scope, client })
    if (client === current) return
    const { href, dropped } = switchTarget(place, rule, client)
    void router.navigate({ href })
    if (dropped.length > 0) showToast({ text: m.switch_dropped({ names: filterWords(dropped) }) })
  }
  return (
    // Escape closes at once, as the note says; a search field would keep the first one for emptying itself.
    <div
      ref={list}
      role="none"
      className="px-2 pt-2"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <ClientOptions clients={ordered} selected={current} onSelect={switchTo} />
      <Note target={switchTarget(place, rule, current ?? '')} />
    </div>
  )
}

/** Stays in sight below however many clients: what a switch drops must be known before it is made. */
const Note = ({ target }: { target: SwitchTarget }) => (
  <div className="sticky bottom-0 mt-1.5 border-t border-line bg-raised px-2.5 py-2.5 text-12 text-text-2 phone:-bottom-4 phone:-mb-4 phone:pb-6">
    <p>
      {noteOf(target)}
      {target.dropped.length > 0 && ` ${m.switch_drops({ names: filterWords(target.dropped) })}`}
    </p>
    <p className="mt-2 flex flex-wrap gap-x-4 whitespace-nowrap text-text-3 phone:hidden">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {m.key_up_down()}
      </span>
      <span>
        <Kbd>Enter</Kbd> {m.key_switch()}
      </span>
      <span>
        <Kbd>Esc</Kbd> {m.key_close()}
      </span>
    </p>
  </div>
)

const noteOf = ({ to, stays }: SwitchTarget) =>
  stays ? m.switch_keeps() : to === '/objects' ? m.switch_to_objects() : m.switch_to_calls()
