import { useQuery } from '@tanstack/react-query'
import { objectQuery } from '#/api/objects.ts'
import { clientName } from '#/domain/client/client-list.ts'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { objectName } from '#/domain/marks/object-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { ExportContext } from './conditions.ts'

/** Whose figures the overview shows, as it is said where they leave it. */
export const useExportContext = (): ExportContext => {
  const overview = useOverview()
  const { scope } = useSignedIn()
  const client = useCurrentClient()
  const hidden = useHiddenFields()
  const oid = overview.search.object
  // The header asks for the same.
  const { data: object } = useQuery({ ...objectQuery(scope, oid ?? ''), enabled: oid !== undefined })
  return {
    overview,
    object: object ? objectName(object) : null,
    client: client ? clientName(client) : null,
    hidden,
  }
}
