import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { objectsQuery } from '#/api/objects.ts'
import { switchLabel, useSwitchClient } from '#/domain/client/use-switch-client.ts'
import { CONSOLE_PAGE, HEALTH_PAGE, pagesFor, SETTINGS_PAGE, type AppPage } from '#/app/pages.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { isReadable } from '#/contract/field.ts'
import { clientMemoryQuery } from '#/domain/client/client-access.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { useClientAccess } from '#/domain/client/current-client.ts'
import { readJournalSearch } from '#/domain/contact-list/search.ts'
import { SHIPPED_VIEWS } from '#/domain/contact-list/shipped-views.ts'
import { objectDetail, objectName } from '#/domain/cells/object-name.ts'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { PaletteItem, PaletteSource } from './item.ts'

export const useHasData = (): boolean => {
  const { session, scope } = useSignedIn()
  const { state } = useClientAccess()
  return !needsClient(session, scope) && state === 'open'
}

const ALSO = {
  '/overview': m.palette_also_overview,
  '/call-back': m.palette_also_call_back,
  '/calls': m.palette_also_journal,
  '/objects': m.palette_also_objects,
  '/alerts': m.palette_also_alerts,
  '/clients': m.palette_also_clients,
  '/console': m.palette_also_console,
  '/health': m.palette_also_health,
  '/settings': m.palette_also_settings,
} as const satisfies Record<AppPage['to'], () => string>

export const useIsEmbedded = (): boolean => useSearch({ from: '/_app', select: ({ embed }) => embed === '1' })

export const usePages = (): readonly PaletteItem[] => {
  const { session } = useSignedIn()
  const isEmbedded = useIsEmbedded()
  const router = useRouter()
  const hidden = useHiddenFields()
  const linkTo = useLinkTo()
  const page = ({ to, icon, label }: Pick<AppPage, 'icon' | 'label'> & { to: AppPage['to'] | '/audit' }) => {
    const place = to === '/audit' ? { to } : linkTo(to)
    return {
      id: to,
      icon,
      label: label(),
      also: to === '/audit' ? m.palette_also_audit() : ALSO[to](),
      href: () => router.buildLocation(place).href,
      run: () => void router.navigate(place),
    }
  }
  if (isEmbedded) return []
  const tools = linkTo('/overview/tools')
  return [
    ...[...pagesFor(session, hidden), CONSOLE_PAGE, HEALTH_PAGE, SETTINGS_PAGE].map(page),
    ...(session.rights.includes('administer')
      ? [page({ to: '/audit', icon: 'clock', label: m.nav_audit })]
      : []),
    {
      id: '/overview/tools',
      icon: 'settings',
      label: m.tools_title(),
      also: m.palette_also_tools(),
      href: () => router.buildLocation(tools).href,
      run: () => void router.navigate(tools),
    },
    {
      id: '/live',
      icon: 'system',
      label: m.nav_live(),
      also: m.palette_also_live(),
      href: () => router.buildLocation({ to: '/live', search: true }).href,
      run: () => void router.navigate({ to: '/live', search: true }),
    },
  ]
}

export const useObjects = (): PaletteSource => {
  const { scope } = useSignedIn()
  const router = useRouter()
  const hasData = useHasData()
  const linkTo = useLinkTo()
  const { data, isError, isPending, refetch } = useQuery({
    ...objectsQuery(scope, undefined),
    enabled: hasData,
  })
  const known = hasData ? (data?.objects ?? []) : []
  const items = known.filter(isReadable).flatMap((object): PaletteItem[] => {
    const { oid } = object
    if (!isPathValue('oid', oid)) return []
    const name = objectName(object)
    const page = { to: '/objects/$oid', params: { oid } } as const
    const journal = linkTo('/calls', oid)
    return [
      {
        id: oid,
        icon: 'objects',
        label: name,
        ...noteOf(objectDetail(object)),
        href: () => router.buildLocation(page).href,
        run: () => void router.navigate(page),
        more: {
          id: 'object-journal',
          icon: 'journal',
          label: m.palette_object_journal({ name }),
          marked: name,
          href: () => router.buildLocation(journal).href,
          run: () => void router.navigate(journal),
        },
      },
    ]
  })
  return {
    items,
    state: !hasData || data ? 'ready' : isError ? 'failed' : isPending ? 'loading' : 'ready',
    retry: () => void refetch(),
  }
}

const noteOf = (note: string | null | undefined) => (note ? { note } : {})

export const useClients = (): PaletteSource & { readonly recent: readonly PaletteItem[] } => {
  const { session, scope } = useSignedIn()
  const isManager = session.user?.is_agency_manager === true
  const { data, isError, isPending, refetch } = useQuery({
    ...agencyQuery(scope.principal),
    enabled: isManager,
  })
  const { data: memory } = useQuery(clientMemoryQuery(scope.principal))
  const { targetOf, switchTo } = useSwitchClient()
  const items = (isManager && data ? clientsOf(data) : []).map((client): PaletteItem => {
    const { client: id, email } = client
    const name = clientName(client)
    const isCurrent = id === scope.client
    return {
      id,
      icon: 'clients',
      label: name,
      ...noteOf(email === name ? null : email),
      aside: isCurrent ? m.palette_current() : m.palette_changes_client(),
      ...(!isCurrent && { means: () => switchLabel(targetOf(id)), href: () => targetOf(id).href }),
      run: () => switchTo(id),
    }
  })
  const byId = new Map(items.map((item) => [item.id, item]))
  const recent = (memory?.recent ?? []).flatMap((id) => (id === scope.client ? [] : (byId.get(id) ?? [])))
  return {
    items,
    recent,
    state: !isManager || data ? 'ready' : isError ? 'failed' : isPending ? 'loading' : 'ready',
    retry: () => void refetch(),
  }
}

export const useSavedViews = (): readonly PaletteItem[] => {
  const router = useRouter()
  const hasData = useHasData()
  const { preferences } = usePreferences()
  if (!hasData) return []
  const own = (preferences.saved_views ?? []).map(({ id, name, filters, rolling }) => ({
    id,
    name,
    // The journal resolves relative days.
    filters: { ...filters, ...(rolling && { preset: rolling }) },
  }))
  // The first is the page itself.
  const shipped = SHIPPED_VIEWS.slice(1).map(({ id, name, filters }) => ({ id, name: name(), filters }))
  return [...own, ...shipped].map(({ id, name, filters }): PaletteItem => {
    const { search } = readJournalSearch({ ...filters, view: id })
    const place = { to: '/calls', search, state: { view: id } } as const
    return {
      id,
      icon: 'bookmark',
      label: name,
      note: m.nav_journal(),
      href: () => router.buildLocation(place).href,
      run: () => void router.navigate(place),
    }
  })
}
