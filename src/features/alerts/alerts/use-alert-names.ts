import { useQuery } from '@tanstack/react-query'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { objectsQuery } from '#/api/objects.ts'
import type { Alert, IncidentRun } from '#/contract/alerts/alerts.ts'
import { isReadable } from '#/contract/field.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export interface AlertNames {
  readonly isManager: boolean
  readonly clients: readonly { readonly id: string; readonly name: string }[]
  /** Null: the account itself. */
  readonly clientNameOf: (client: string | null) => string
  readonly aboutText: (rule: Pick<Alert, 'clients' | 'objects'>) => string
  readonly runAbout: (run: IncidentRun) => string
}

export const useAlertNames = (): AlertNames => {
  const { session, scope } = useSignedIn()
  const isManager = session.user?.is_agency_manager === true
  const { data: agencies } = useQuery({ ...agencyQuery(scope.principal), enabled: isManager })
  // Only cached objects of the current scope have names.
  const { data: listed } = useQuery({
    ...objectsQuery(scope, undefined),
    enabled: !isManager || scope.client !== null,
  })
  const clients = (agencies ? clientsOf(agencies) : []).map((client) => ({
    id: client.client,
    name: clientName(client),
  }))
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const objects = new Map(
    (listed?.objects ?? []).filter(isReadable).map((object) => [object.oid, objectName(object)]),
  )
  const own = session.user?.company_name?.trim() || m.alerts_own_account()
  const clientNameOf = (client: string | null) =>
    client === null ? own : (names.get(client) ?? m.alerts_client_gone())
  const list = (texts: readonly string[]) => texts.join(', ')
  return {
    isManager,
    clients,
    clientNameOf,
    aboutText: ({ clients: of, objects: oids }) => {
      const whose =
        of === null
          ? isManager
            ? m.alerts_all_clients(counted(clients.length))
            : m.alerts_all_objects()
          : list(of.map(clientNameOf))
      if (oids === null) return whose
      const titles = oids.map((oid) => objects.get(oid))
      const known = titles.every((title) => title !== undefined)
        ? list(titles)
        : m.alerts_objects(counted(oids.length))
      return isManager && of !== null ? list([whose, known]) : known
    },
    runAbout: ({ client, firings: incidents }) => {
      const whose = isManager ? [clientNameOf(client)] : []
      const oids = [...new Set(incidents.flatMap(({ oid }) => oid ?? []))]
      if (oids.length === 0) return list(whose.length > 0 ? whose : [own])
      const [only] = oids
      const title = only !== undefined && oids.length === 1 ? objects.get(only) : undefined
      return list([...whose, title ?? m.alerts_objects(counted(oids.length))])
    },
  }
}
