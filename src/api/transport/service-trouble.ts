import { callApi } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import { askForSession } from '#/api/session.ts'
import { isTrouble, noticeTrouble } from './connection.ts'

/**
 * What was learned of the way to the service by other ways than a request to it: from a worker of the page, or from our
 * server, which reads for its archive. Whether it is over, a small list tells.
 */
export const noticeServiceTrouble = (error: unknown): void => {
  // An archive that cannot be read is our own trouble: the service is asked instead.
  if (!isApiError(error) || !isTrouble(error.kind) || error.code === 'archive_unavailable') return
  const { kind, scope } = error
  noticeTrouble(kind, async () => {
    if (scope) {
      // Whoever has a scope has the table of endpoints; the page to sign in has neither.
      const { endpoints } = await import('#/contract/endpoints.ts')
      await callApi(endpoints.objects, { scope, background: true })
    } else await askForSession({ background: true })
  })
}
