import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { LoadError } from '#/features/shell/load-error.tsx'
import { useSignedIn } from '#/features/shell/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'
import { Popover } from '#/ui/popover.tsx'
import { SkeletonLines } from '#/ui/skeleton.tsx'
import { clientName } from './client-list.ts'

type Listbox = typeof import('./client-listbox.tsx').ClientListbox

/** Which client the page shows, and the way to another. The address alone holds the choice: two tabs can show two. */
export const ClientSwitcher = () => {
  const { scope } = useSignedIn()
  const query = useQuery(agencyQuery(scope.principal))
  const button = useRef<HTMLButtonElement>(null)
  useOpenShortcut(button)
  const listbox = useListbox()

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
      className="w-84 scroll-pb-24 p-2"
      renderTrigger={(trigger) => (
        <button
          {...trigger}
          ref={button}
          type="button"
          onPointerEnter={listbox.load}
          onFocus={listbox.load}
          onClick={listbox.load}
          title={notYours ? m.client_not_yours() : undefined}
          className="flex h-8 min-w-0 cursor-default items-center gap-1.5 rounded-2 px-2 text-14 hover:bg-hover aria-expanded:bg-hover phone:h-10"
        >
          <span className="text-text-3 phone:sr-only">{m.client_key()} </span>
          <span className="truncate font-strong">
            <bdi>{name}</bdi>
          </span>
          {notYours && <Icon name="alert" size={14} className="text-warning" />}
          <Icon name="chevron-down" size={14} className="text-text-3" />
        </button>
      )}
    >
      {(close) => {
        if (query.data === undefined && query.isError)
          return (
            <LoadError
              className="px-2"
              error={query.error}
              title={m.clients_failed()}
              onRetry={() => void query.refetch()}
            />
          )
        if (listbox.error !== null)
          return (
            <LoadError
              className="px-2"
              error={listbox.error}
              title={m.clients_failed()}
              onRetry={listbox.load}
            />
          )
        if (!clients || !listbox.Component)
          return (
            <div className="px-2">
              <SkeletonLines lines={4} label={m.clients_loading()} />
            </div>
          )
        return <listbox.Component clients={clients} current={scope.client} onClose={close} />
      }}
    </Popover>
  )
}

/** Ctrl+K or ⌘K, also on a Russian keyboard, where that key is л. */
const useOpenShortcut = (button: React.RefObject<HTMLButtonElement | null>) => {
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

/**
 * The listbox brings a library, so it comes on the first sign that it is wanted. Not `lazy()`: that would hand a failed
 * download to the page's error boundary and never try again.
 */
const useListbox = () => {
  const [loaded, setLoaded] = useState<{ Component: Listbox | null; error: unknown }>({
    Component: null,
    error: null,
  })
  const load = () => {
    if (loaded.Component) return
    import('./client-listbox.tsx').then(
      ({ ClientListbox }) => setLoaded({ Component: ClientListbox, error: null }),
      (error: unknown) => setLoaded({ Component: null, error }),
    )
  }
  return { ...loaded, load }
}
