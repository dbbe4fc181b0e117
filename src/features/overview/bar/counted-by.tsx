import type { CountedBy } from '#/analytics/worker/load.ts'
import { isApiError } from '#/api/error.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useLoading } from '#/features/overview/data/use-overview.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

/** Our server did not answer, and all it counts is kept there: the question is asked again. */
const NotAnswered = () => {
  const { analytics, failure } = useLoading('analytics', 'failure')
  return (
    <span className="flex min-w-0 items-center gap-x-2 text-warning">
      <Icon name="partial" size={14} />
      {isApiError(failure, 'unavailable') ? m.overview_server_silent() : errorText(failure)}
      <RetryButton onPress={() => analytics?.resume()} />
    </span>
  )
}

/** What the line about loading says where contacts are too many for a browser: seldom, so that it comes when it is said. */
export const CountedByWords = ({
  by,
  as,
}: {
  by: CountedBy
  /** A sentence about who counts; a chip where the browser has to; what is said when there is no answer. */
  as: 'sentence' | 'chip' | 'failure'
}) => {
  if (as === 'failure') return <NotAnswered />
  if (as === 'sentence')
    return <p>{by === 'server' ? m.overview_server_counts() : m.overview_browser_counts()}</p>
  return by === 'server' ? null : (
    <span className="flex gap-2 text-warning" title={m.overview_browser_counts()}>
      <span className="max-[1439px]:sr-only">{m.overview_browser_counts_short()}</span>
      <Icon name="partial" size={14} className="min-[1440px]:hidden" />
      <span aria-hidden="true">·</span>
    </span>
  )
}
