import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Popover } from '#/ui/overlay/popover.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { SwitcherButton } from '#/ui/control/switcher-button.tsx'
import { visitClient } from '#/domain/client/client-access.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { useClientAccess } from '#/domain/client/current-client.ts'

export const ClientSwitcher = () => {
  const { scope } = useSignedIn()
  const query = useQuery(agencyQuery(scope.principal))
  const listbox = useOnIntent(() => import('./client-listbox.tsx').then((code) => code.ClientListbox))

  const clients = useMemo(() => query.data && clientsOf(query.data), [query.data])
  const access = useClientAccess()
  const notYours = access.state === 'closed'
  const current = notYours ? undefined : access.client
  useVisits(current?.client)
  const name = current
    ? clientName(current)
    : scope.client === null || notYours
      ? m.client_none()
      : query.isError
        ? m.client_not_loaded()
        : '…'

  return (
    <Popover
      label={m.choose_client()}
      // Keeps focused items above the sticky note.
      className="w-84 scroll-pb-24"
      renderTrigger={(trigger) => (
        <SwitcherButton
          {...trigger}
          {...listbox.handlers}
          data-tool="client"
          compact
          kind={m.client_key()}
          value={name}
          warning={notYours ? m.client_not_yours() : undefined}
        />
      )}
    >
      {(close) => {
        if (query.data === undefined && query.isError)
          return (
            <LoadError
              className="px-4"
              error={query.error}
              title={m.clients_failed()}
              onRetry={() => void query.refetch()}
            />
          )
        if (listbox.error !== null)
          return (
            <LoadError
              className="px-4"
              error={listbox.error}
              title={m.clients_failed()}
              onRetry={listbox.load}
            />
          )
        if (!clients || listbox.code === null)
          return (
            <div className="px-4 py-2">
              <SkeletonLines lines={4} label={m.clients_loading()} />
            </div>
          )
        return <listbox.code clients={clients} current={scope.client} onClose={close} />
      }}
    </Popover>
  )
}

const useVisits = (client: string | undefined) => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  useEffect(() => {
    if (client !== undefined) visitClient(queryClient, { principal, client })
  }, [queryClient, principal, client])
}
