import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { LoadError } from '#/features/shell/state/load-error.tsx'
import { useOnIntent } from '#/features/shell/use-on-intent.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Popover } from '#/ui/overlay/popover.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { SwitcherButton } from '#/ui/control/switcher-button.tsx'
import { clientName } from '#/features/agency/client-list.ts'

/** Which client the page shows, and the way to another. The address alone holds the choice: two tabs can show two. */
export const ClientSwitcher = () => {
  const { scope } = useSignedIn()
  const query = useQuery(agencyQuery(scope.principal))
  const button = useRef<HTMLButtonElement>(null)
  useOpenShortcut(button)
  const listbox = useOnIntent(() => import('./client-listbox.tsx').then((code) => code.ClientListbox))

  const clients = query.data && clientsOf(query.data)
  const current = clients?.find(({ client }) => client === scope.client)
  const notYours = clients !== undefined && scope.client !== null && current === undefined
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
      // The list must not scroll what it focuses under its note.
      className="w-84 scroll-pb-24"
      renderTrigger={(trigger) => (
        <SwitcherButton
          {...trigger}
          {...listbox.handlers}
          ref={button}
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

/** Ctrl+K or ⌘K, also on a Russian keyboard, where that key is л. */
const useOpenShortcut = (button: RefObject<HTMLButtonElement | null>) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (!['k', 'л'].includes(event.key.toLowerCase())) return
      event.preventDefault()
      button.current?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [button])
}
