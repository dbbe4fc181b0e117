import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SearchListbox, type SearchResult } from '#/ui/control/search-listbox.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { clientMemoryQuery } from '#/domain/client/client-access.ts'
import { usePinnedClients } from '#/domain/client/pinned-clients.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { choicesOf, orderClients, type ChoiceGroup } from './client-choices.ts'
import { type SwitchTarget, switchLabel, useSwitchClient } from '#/domain/client/use-switch-client.ts'

const GROUP_WORD = {
  pinned: m.switch_pinned,
  recent: m.switch_recent,
  others: m.switch_others,
} as const satisfies Record<ChoiceGroup, () => string>

/** Filterable list; a note says what switching keeps. */
export const ClientListbox = ({
  clients,
  current,
  onClose,
}: {
  clients: readonly ClientRead[]
  current: string | null
  onClose: () => void
}) => {
  const { scope } = useSignedIn()
  const { targetOf, switchTo } = useSwitchClient()
  const { data: memory } = useQuery(clientMemoryQuery(scope.principal))
  const { pinned } = usePinnedClients()
  const pins = [...pinned].join(' ')
  const ordered = useMemo(
    () => orderClients(clients, current, pinned, memory?.recent ?? []),
    // `pinned` is a new set with each render: `pins` stands for its contents.
    // oxlint-disable-next-line react/exhaustive-deps
    [clients, current, pins, memory],
  )
  const find = (query: string): SearchResult => {
    const { groups, shown, total } = choicesOf(ordered, query)
    return {
      groups: groups.map(({ group, choices }) => ({
        id: group,
        label: GROUP_WORD[group](),
        options: choices,
      })),
      more:
        shown < total ? m.switch_more({ shown: formatNumber(shown), total: formatNumber(total) }) : undefined,
    }
  }
  return (
    // Escape closes at once; a search field would clear first.
    <div
      role="none"
      className="px-2 pt-2"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <SearchListbox
        label={m.clients_title()}
        placeholder={m.client_search()}
        find={find}
        selected={current ?? undefined}
        onSelect={(client) => {
          onClose()
          switchTo(client)
        }}
        empty={m.switch_none_found()}
      />
      <Note target={targetOf(current ?? '')} />
    </div>
  )
}

const Note = ({ target }: { target: SwitchTarget }) => (
  <div className="sticky bottom-0 mt-1.5 border-t border-line bg-raised px-2.5 py-2.5 text-12 text-text-2 phone:-bottom-4 phone:-mb-4 phone:pb-6">
    <p>{switchLabel(target)}</p>
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
