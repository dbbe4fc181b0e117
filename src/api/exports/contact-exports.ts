import { queryOptions } from '@tanstack/react-query'
import {
  exportAnswer,
  exportsPath,
  type ExportAnswer,
  type ExportRequest,
} from '#/contract/exports/contact-exports.ts'
import { download, parse, refusalOf, send, unlessGone, type Scope } from '#/api/client.ts'
import { isApiError, type ApiError } from '#/api/error.ts'
import { keyOf } from '#/api/keys.ts'

const POLL_MS = 500

export const isUnderWay = ({ state }: Pick<ExportAnswer, 'state'>): boolean =>
  state === 'waiting' || state === 'reading' || state === 'writing'

const pathOf = ({ client }: Scope, id: string) => `${exportsPath(client)}/${id}`

/** Starts an export on the server; survives leaving the page. @throws ApiError */
export const startExport = async (scope: Scope, request: ExportRequest): Promise<ExportAnswer> =>
  parse(exportAnswer, await send('POST', exportsPath(scope.client), { scope, body: request }))

/** Retries missing pages. @throws ApiError */
export const retryExport = async (scope: Scope, id: string): Promise<ExportAnswer> =>
  parse(exportAnswer, await send('POST', `${pathOf(scope, id)}/retry`, { scope, body: {} }))

export const cancelExport = async (scope: Scope, id: string): Promise<void> => {
  await send('DELETE', pathOf(scope, id), { scope }).catch(unlessGone(() => undefined))
}

/** The server no longer has it, or not for this session. */
export const isExportGone = (error: unknown): boolean => isApiError(error, 'not-found', 'forbidden')

/** Polled while running. */
export const exportQuery = (scope: Scope, id: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'export', { id }),
    queryFn: async ({ signal }): Promise<ExportAnswer> =>
      parse(exportAnswer, await send('GET', pathOf(scope, id), { scope, signal, background: true })),
    refetchInterval: ({ state: { data, error } }) =>
      (data && !isUnderWay(data)) || isExportGone(error) ? false : POLL_MS,
    staleTime: 0,
  })

/** @throws ApiError */
export const fetchExport = (scope: Scope, id: string): Promise<Blob> =>
  download(`${pathOf(scope, id)}/file`, scope)

/** Why an export or some of its pages failed; null: complete. */
export const exportError = ({ error }: ExportAnswer, scope: Scope): ApiError | null =>
  error && refusalOf(error.status, error.code, { scope })
