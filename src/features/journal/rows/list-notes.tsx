import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { counted, formatDay, formatNumber, formatStretches } from '#/i18n/format.ts'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { filterName } from '#/domain/contact-list/filter-labels.ts'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { StateMessage } from '#/ui/state/state-message.tsx'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayNumber, MINUTE_MS } from '#/contract/day.ts'
import { readFromService, readingFailure } from '#/api/figures/figures.ts'
import { isFullyStored } from '#/contract/archive/shapes.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { Progress } from '#/ui/data/progress.tsx'
import { activeFilters } from '#/domain/contact-list/search.ts'
import type { Journal } from '#/features/journal/use-journal.ts'

export const ListNotes = ({
  rows,
  dropped,
  offset,
}: {
  rows: ContactRows
  dropped: readonly string[]
  /** Of the displayed times. */
  offset: number | null
}) => {
  const lost = dropped.filter((name) => name !== 'view')
  return (
    <>
      {lost.length > 0 && <Note>{m.dropped_filters({ names: lost.map(filterName).join(', ') })}</Note>}
      {dropped.includes('view') && <Note>{m.view_unknown()}</Note>}
      {rows.first?.archive && <Archived state={rows.first.archive} refetch={rows.refetch} />}
      {rows.first?.since !== undefined && (
        <Note>{m.archive_since({ day: formatDay(rows.first.since) })}</Note>
      )}
      {rows.repeated && <Note>{m.repeated_pages(counted(rows.count))}</Note>}
      {rows.isUnordered && <Note>{m.list_unordered()}</Note>}
      {rows.isCapped && <Note>{m.list_capped({ shown: formatNumber(rows.count) })}</Note>}
      {rows.changed && (
        <Note action={m.list_refresh()} onAction={rows.refetch}>
          {m.list_changed()}
        </Note>
      )}
      {rows.failed && (
        <Note action={m.retry()} onAction={rows.failed.retry}>
          {m.pages_failed()}
        </Note>
      )}
      {rows.doubled > 0 && (
        <Note>
          <span title={m.duplicates_why()}>{m.duplicates_hidden(counted(rows.doubled))}</span>
        </Note>
      )}
      {rows.error !== null && rows.first !== null && (
        <span className="desk:hidden">
          <Note action={m.retry()} onAction={rows.refetch}>
            {m.stale({ time: clockMomentLabel(rows.updatedAt, offset) })}
          </Note>
        </span>
      )}
    </>
  )
}

const MOST_RETRY_MS = 5 * MINUTE_MS

const unreadLabel = ({ unread }: ArchiveState) =>
  formatStretches(unread.map(({ date_from, date_to }) => ({ from: date_from, to: date_to })))

/** State of an archive list: days being read or failed. */
const Archived = ({ state, refetch }: { state: ArchiveState; refetch: () => void }) => {
  // Where nothing could be read the list is the place to say so.
  if (isFullyStored(state) || (state.is === 'failed' && state.loaded === 0)) return null
  if (state.is !== 'reading') return <Unread state={state} refetch={refetch} />
  return (
    <div className="flex flex-wrap items-center gap-x-3 pb-2 text-text-2 tabular-nums" aria-live="off">
      {state.total === null
        ? m.archive_reading_begun()
        : m.archive_reading({
            shown: formatNumber(state.loaded),
            total: formatNumber(Math.max(state.total, state.loaded)),
          })}
      {state.total !== null && (
        <Progress label={m.archive_reading_begun()} value={state.loaded} max={state.total} className="w-24" />
      )}
    </div>
  )
}

const Unread = ({ state, refetch }: { state: ArchiveState; refetch: () => void }) => {
  const { scope } = useSignedIn()
  const [first, last] = [state.unread[0], state.unread.at(-1)]
  const { mutate: retry, isPending } = useMutation({
    mutationFn: async () => {
      if (!first || !last) return
      const days = { first: dayNumber(first.date_from), last: dayNumber(last.date_to) }
      await readFromService(scope, days, AbortSignal.timeout(MOST_RETRY_MS), true)
    },
    // Errors appear in the list.
    onSettled: refetch,
  })
  const failure = readingFailure(state, scope)
  const note = [m.unread_days_only({ days: unreadLabel(state) }), failure && errorText(failure)]
  return isPending ? (
    <Note>{m.archive_reading_begun()}</Note>
  ) : (
    <Note action={m.retry()} onAction={() => retry()}>
      {note.filter(Boolean).join(' ')}
    </Note>
  )
}

const Note = ({
  action,
  onAction,
  children,
}: {
  action?: string
  onAction?: () => void
  children: ReactNode
}) => (
  <p className="flex flex-wrap items-center gap-x-3 pb-2">
    {children}
    {action !== undefined && onAction && <LinkButton onClick={onAction}>{action}</LinkButton>}
  </p>
)

const NoObjectsOr = lazy(async () => ({
  default: (await import('#/domain/notice/no-objects-yet.tsx')).NoObjectsOr,
}))

export const EmptyJournal = ({ journal, rows }: { journal: Journal; rows: ContactRows }) => {
  const { scope } = useSignedIn()
  const archive = rows.first?.archive
  const failure = archive?.loaded === 0 ? readingFailure(archive, scope) : null
  const narrowing = activeFilters(journal.search).filter(
    (name) => name !== 'period' && name !== 'date_from' && name !== 'date_to',
  )
  const filtered = narrowing.length > 0 || journal.caller !== undefined
  const last = journal.caller === undefined ? narrowing.at(-1) : ('from_filter' as const)
  const everything = journal.search.period === 'all'
  const message = (
    <StateMessage
      icon="inbox"
      level={2}
      className="px-4"
      title={m.empty_title()}
      actions={
        <>
          {last && (
            <Button onClick={() => journal.change({ [last]: undefined })}>
              {m.remove_named({ filter: filterName(last) })}
            </Button>
          )}
          {narrowing.length + (journal.caller === undefined ? 0 : 1) > 1 && (
            <Button onClick={journal.clear}>{m.clear_filters()}</Button>
          )}
          {!everything && (
            <Button
              onClick={() => journal.change({ period: 'all', date_from: undefined, date_to: undefined })}
            >
              {m.show_all_time()}
            </Button>
          )}
        </>
      }
    >
      {filtered ? m.empty_filtered() : everything ? m.empty_all() : m.empty_period()}
    </StateMessage>
  )
  if (failure) return <LoadError error={failure} title={m.failed_title()} onRetry={rows.refetch} />
  return filtered ? (
    message
  ) : (
    <Suspense fallback={null}>
      <NoObjectsOr>{message}</NoObjectsOr>
    </Suspense>
  )
}
