import { useQuery } from '@tanstack/react-query'
import { objectQuery } from '#/api/objects.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { useAddress, useWholeOverview } from '#/features/overview/data/use-overview.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { ExportContext } from './conditions.ts'

export const useExportContext = (): ExportContext => ({ overview: useWholeOverview(), ...useFiguresOwner() })

export const useFiguresOwner = (): Omit<ExportContext, 'overview'> => {
  const { object: oid } = useAddress('object')
  const { scope } = useSignedIn()
  const client = useCurrentClient()
  const hidden = useHiddenFields()
  // Shares the header's query.
  const { data: object } = useQuery({ ...objectQuery(scope, oid ?? ''), enabled: oid !== undefined })
  return {
    object: object ? objectName(object) : null,
    client: client ? clientName(client) : null,
    hidden,
  }
}
