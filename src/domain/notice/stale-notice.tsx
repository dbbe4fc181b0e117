import { clockTime } from '#/i18n/format.ts'
import { isApiError } from '#/api/error.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { StaleLine } from '#/ui/state/stale-line.tsx'

interface StaleQuery {
  data: unknown
  error: unknown
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** Notice above data that couldn't be refreshed. */
export const StaleNotice = ({ query }: { query: StaleQuery }) =>
  query.data !== undefined &&
  query.error !== null &&
  !isApiError(query.error, 'aborted') && (
    <div className="px-4 py-2">
      <StaleLine retryLabel={m.retry()} onRetry={() => void query.refetch()}>
        {m.stale({ time: clockTime(query.dataUpdatedAt) })}
      </StaleLine>
    </div>
  )
