import { queryOptions } from '@tanstack/react-query'
import {
  REPORTS_PATH,
  reportsAnswer,
  type MailedReport,
  type ReportAction,
  type ReportsAnswer,
  type ReportSettings,
} from '#/contract/delivery/reports.ts'
import { parse, send, unlessGone } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

const POLL_MS = 60_000
const POLL_SOON_MS = 2_000

const isUnderWay = ({ runs }: ReportsAnswer): boolean =>
  runs.some(({ state, reason }) => state === 'held' || (state === 'waiting' && reason === null))

export const reportsQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'reports'),
    queryFn: async ({ signal, client, queryKey }): Promise<ReportsAnswer> => {
      const background = client.getQueryData(queryKey) !== undefined
      return parse(
        reportsAnswer,
        await send('GET', REPORTS_PATH, { scope: ofAccount(principal), signal, background }),
      )
    },
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_SOON_MS : POLL_MS),
    staleTime: POLL_MS,
  })

const pathOf = (id: string) => `${REPORTS_PATH}/${encodeURIComponent(id)}`

/** @param known ids of existing reports @throws ApiError with fields; `report_changed` (409) on a conflict */
export const saveReport = async (
  principal: string,
  before: Pick<MailedReport, 'id' | 'version'> | null,
  settings: ReportSettings,
  known: readonly string[],
): Promise<ReportsAnswer> => {
  const scope = ofAccount(principal)
  // Submitting includes consent to the text above the button.
  const body = { settings, version: before?.version ?? 0, allow: true }
  return parse(
    reportsAnswer,
    before === null
      ? await send('POST', REPORTS_PATH, { scope, body, onceSeen: known })
      : await send('PUT', pathOf(before.id), { scope, body, onceSeen: before.version }),
  )
}

const readReports = async (principal: string): Promise<ReportsAnswer> =>
  parse(reportsAnswer, await send('GET', REPORTS_PATH, { scope: ofAccount(principal) }))

export const deleteReport = async (principal: string, id: string): Promise<ReportsAnswer> =>
  send('DELETE', pathOf(id), { scope: ofAccount(principal) }).then(
    (answer) => parse(reportsAnswer, answer),
    unlessGone(() => readReports(principal)),
  )

/**
 * @param due of the run to repeat
 * @param onceSeen visible runs, for idempotency; undefined: idempotent anyway
 */
export const actOnReport = async (
  principal: string,
  id: string,
  action: ReportAction,
  due?: number,
  onceSeen?: unknown,
): Promise<ReportsAnswer> =>
  parse(
    reportsAnswer,
    await send('POST', `${pathOf(id)}/${action}`, {
      scope: ofAccount(principal),
      body: due === undefined ? {} : { due },
      onceSeen,
    }),
  )
