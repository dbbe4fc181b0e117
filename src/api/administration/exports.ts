import type { ExportBody } from '#/contract/administration/requests.ts'
import { send, type Scope } from '#/api/client.ts'

/** Every file that the page makes begins with this: our server checks that it may be made, and writes it down. Rejects with ApiError. */
export const beginExport = async (scope: Scope, file: Omit<ExportBody, 'client'>): Promise<void> => {
  await send('POST', '/audit/exports', {
    scope,
    body: { ...file, client: scope.client } satisfies ExportBody,
  })
}
