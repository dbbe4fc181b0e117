import { callApi } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import { askForSession } from '#/api/session.ts'
import { isTrouble, noticeTrouble } from './connection.ts'

/** Trouble learned from workers or the archive; a small list verifies recovery. */
export const noticeServiceTrouble = (error: unknown): void => {
  // Archive failures are ours: the service is used instead.
  if (!isApiError(error) || !isTrouble(error.kind) || error.code === 'archive_unavailable') return
  const { kind, scope } = error
  noticeTrouble(kind, async () => {
    if (scope) {
      // Lazy: the sign-in page doesn't need the endpoints.
      const { endpoints } = await import('#/contract/endpoints.ts')
      await callApi(endpoints.objects, { scope, background: true })
    } else await askForSession({ background: true })
  })
}
