import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  MONTHLY_REPORTS_PATH,
  monthlyAnswer,
  type MonthlyAnswer,
  type MonthlyItem,
  type StartMonthlyBody,
} from '#/contract/monthly-reports/monthly-reports.ts'
import { download, parse, refusalOf, send } from '../client.ts'
import type { ApiError } from '../error.ts'
import { keyOf, keysOf, ofAccount } from '../keys.ts'

/** Poll interval of a running job. */
const POLL_MS = 1_000

export const monthlyReportsQuery = (principal: string, month: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'monthly_reports', { month }),
    queryFn: async ({ signal, client, queryKey }): Promise<MonthlyAnswer> => {
      const background = client.getQueryData(queryKey) !== undefined
      const path = `${MONTHLY_REPORTS_PATH}?month=${month}`
      return parse(
        monthlyAnswer,
        await send('GET', path, { scope: ofAccount(principal), signal, background }),
      )
    },
    refetchInterval: ({ state: { data } }) => (data?.job && !data.job.is_over ? POLL_MS : false),
    staleTime: 0,
  })

const changed = (queryClient: QueryClient, principal: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keysOf(ofAccount(principal), 'monthly_reports') })

const post = async (queryClient: QueryClient, principal: string, path: string, body: unknown) => {
  await send('POST', `${MONTHLY_REPORTS_PATH}${path}`, { scope: ofAccount(principal), body })
  await changed(queryClient, principal)
}

/** Survives leaving the page. @throws ApiError */
export const startMonthlyReports = (queryClient: QueryClient, principal: string, body: StartMonthlyBody) =>
  post(queryClient, principal, '', body)

/** Finished reports stay. @throws ApiError */
export const cancelMonthlyReports = (queryClient: QueryClient, principal: string) =>
  post(queryClient, principal, '/cancel', {})

/** @throws ApiError */
export const retryMonthlyReports = (
  queryClient: QueryClient,
  principal: string,
  clients: readonly string[],
) => post(queryClient, principal, '/retry', { clients })

export const forgetMonthlyReports = async (queryClient: QueryClient, principal: string): Promise<void> => {
  await send('DELETE', MONTHLY_REPORTS_PATH, { scope: ofAccount(principal) })
  await changed(queryClient, principal)
}

export const fetchMonthlyFile = (principal: string): Promise<Blob> =>
  download(`${MONTHLY_REPORTS_PATH}/file`, ofAccount(principal))

/** Null: no error. */
export const monthlyError = ({ error }: Pick<MonthlyItem, 'error'>): ApiError | null =>
  error && refusalOf(error.status, error.code, {})
