import { isApiError } from '#/api/error.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { StaleLine } from '#/ui/state/stale-line.tsx'

/** The hour and minute of the reader's own clock: it is about this page, not about a contact (G6). */
const clockTime = (at: number) => {
  const date = new Date(at)
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}

/** Above data that could not be refreshed; nothing when it is fresh or being fetched for the first time. */
export const StaleNotice = ({
  query,
}: {
  query: { data: unknown; error: unknown; dataUpdatedAt: number; refetch: () => Promise<unknown> }
}) =>
  query.data !== undefined &&
  query.error !== null &&
  !isApiError(query.error, 'aborted') && (
    <div className="px-4 py-2">
      <StaleLine retryLabel={m.retry()} onRetry={() => void query.refetch()}>
        {m.stale({ time: clockTime(query.dataUpdatedAt) })}
      </StaleLine>
    </div>
  )
