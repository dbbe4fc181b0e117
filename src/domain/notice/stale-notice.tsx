import { clockTime } from '#/i18n/format.ts'
import { isApiError } from '#/api/error.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { StaleLine } from '#/ui/state/stale-line.tsx'

interface StaleQuery {
  data: unknown
  error: unknown
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** Notice above data that couldn't be refreshed. */
export const StaleNotice = ({ query, className = 'px-4' }: { query: StaleQuery; className?: string }) =>
  query.data !== undefined &&
  query.error !== null &&
  !isApiError(query.error, 'aborted') && (
    <div className={classNames('py-2', className)}>
      <StaleLine retryLabel={m.retry()} onRetry={() => void query.refetch()}>
        {m.stale({ time: clockTime(query.dataUpdatedAt) })}
      </StaleLine>
    </div>
  )
