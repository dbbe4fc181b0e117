import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Scope } from '#/api/client.ts'
import { objectQuery, objectsQuery } from '#/api/objects.ts'
import { useClientAccess } from '#/domain/client/current-client.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Popover } from '#/ui/overlay/popover.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { SwitcherButton } from '#/ui/control/switcher-button.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { objectName } from '#/domain/cells/object-name.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { shownObject } from '#/domain/navigation-context.ts'

export const ObjectSwitcher = ({ className }: { className?: string | undefined }) => {
  const { session, scope } = useSignedIn()
  const oid = useLocation({ select: shownObject })
  const access = useClientAccess()
  if (oid === undefined || needsClient(session, scope) || access.state === 'closed') return null
  return <Switcher key={scope.client} scope={scope} oid={oid} className={className} />
}

const Switcher = ({
  scope,
  oid,
  className,
}: {
  scope: Scope
  oid: string | null
  className?: string | undefined
}) => {
  const { data: object } = useQuery({ ...objectQuery(scope, oid ?? ''), enabled: oid !== null })
  const listbox = useOnIntent(() => import('./object-listbox.tsx').then((code) => code.ObjectListbox))
  return (
    <Popover
      label={m.choose_object()}
      className="w-84"
      renderTrigger={(trigger) => (
        <SwitcherButton
          {...trigger}
          {...listbox.handlers}
          data-tool="object"
          kind={m.object_key()}
          compact
          value={oid === null ? m.object_all() : object ? objectName(object) : oid}
          className={className}
        />
      )}
    >
      {(close) => <Choice scope={scope} oid={oid} listbox={listbox} onClose={close} />}
    </Popover>
  )
}

const Choice = ({
  scope,
  oid,
  listbox,
  onClose,
}: {
  scope: Scope
  oid: string | null
  listbox: ReturnType<typeof useOnIntent<typeof import('./object-listbox.tsx').ObjectListbox>>
  onClose: () => void
}) => {
  const query = useQuery(objectsQuery(scope, undefined))
  if ((query.isError && query.data === undefined) || listbox.error !== null)
    return (
      <LoadError
        error={query.error ?? listbox.error}
        onRetry={() => {
          listbox.load()
          void query.refetch()
        }}
      />
    )
  if (!query.data || listbox.code === null)
    return (
      <div className="px-4 py-2">
        <SkeletonLines lines={4} label={m.loading()} />
      </div>
    )
  return <listbox.code list={query.data} oid={oid} onClose={onClose} />
}
