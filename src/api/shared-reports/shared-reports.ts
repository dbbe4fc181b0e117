import { queryOptions } from '@tanstack/react-query'
import {
  reportPdfAnswer,
  reportPdfPath,
  sharedAnswer,
  sharedLinks,
  sharePath,
  sharedReportPath,
  SHARED_REPORTS_PATH,
  type ReportPdfBody,
  type ShareBody,
  type SharedAnswer,
  type SharedLink,
} from '#/contract/shared-reports/shared-reports.ts'
import { parse, send, unlessGone, type Scope } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** Links that lead to figures of an account and its clients, the newest first. */
export const sharedLinksQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'shared_links'),
    queryFn: async ({ signal }): Promise<readonly SharedLink[]> =>
      parse(sharedLinks, await send('GET', SHARED_REPORTS_PATH, { scope: ofAccount(principal), signal }))
        .snapshots,
  })

/** @param newest id of the newest link, for idempotency @throws ApiError with fields */
export const shareReport = async (
  scope: Scope,
  body: ShareBody,
  newest: string | null,
): Promise<SharedAnswer> =>
  parse(sharedAnswer, await send('POST', sharePath(scope.client), { scope, body, onceSeen: newest }))

const readLinks = async (principal: string): Promise<readonly SharedLink[]> =>
  parse(sharedLinks, await send('GET', SHARED_REPORTS_PATH, { scope: ofAccount(principal) })).snapshots

export const withdrawLink = async (principal: string, id: string): Promise<readonly SharedLink[]> =>
  send('DELETE', sharedReportPath(id), { scope: ofAccount(principal) }).then(
    (answer) => parse(sharedLinks, answer).snapshots,
    unlessGone(() => readLinks(principal)),
  )

export const restoreLink = async (principal: string, id: string): Promise<readonly SharedLink[]> =>
  parse(
    sharedLinks,
    await send('POST', `${sharedReportPath(id)}/restore`, { scope: ofAccount(principal), body: {} }),
  ).snapshots

/** Chromium and reading days may take a minute each. */
const PRINT_MS = 150_000

/** PDF of the report. @throws ApiError with `pdf` in fields */
export const printReport = async (
  scope: Scope,
  body: ReportPdfBody,
): Promise<{ readonly name: string; readonly file: Blob }> => {
  const { file_name: name, pdf } = parse(
    reportPdfAnswer,
    await send('POST', reportPdfPath(scope.client), { scope, body, timeoutMs: PRINT_MS }),
  )
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
  return { name, file: new Blob([bytes], { type: 'application/pdf' }) }
}
