import type { ExportBody } from '#/contract/administration/requests.ts'
import { send, type Scope } from '#/api/client.ts'

/** Permission to export, recorded by the server before any file is made. @throws ApiError */
export const beginExport = async (scope: Scope, file: Omit<ExportBody, 'client'>): Promise<void> => {
  await send('POST', '/audit/exports', {
    scope,
    body: { ...file, client: scope.client } satisfies ExportBody,
  })
}
