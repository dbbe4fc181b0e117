import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'
import { StaleLine } from '#/ui/state/stale-line.tsx'
import type { VisibleRange } from './contacts-table.tsx'
import { offsetWords } from './contact-words.ts'
import type { ContactRows } from './use-contact-rows.ts'

/** Which rows are seen, whose clock they are on, and how fresh they are. */
export const JournalFooter = ({ rows, range }: { rows: ContactRows; range: VisibleRange }) => {
  const row = rows.at(range.start)
  const offset = row.state === 'ready' ? offsetWords(row.call.date) : null
  const time = new Date(rows.updatedAt).toTimeString().slice(0, 5)
  const stale = rows.error !== null && rows.first !== null
  return (
    <footer className="flex min-h-7 flex-wrap items-center gap-x-4 border-t border-line-strong px-4 text-12 text-text-3 tabular-nums phone:hidden">
      {rows.first && rows.count > 0 && (
        <span className="font-strong text-text">
          {m.rows_range({
            from: formatNumber(range.start + 1),
            to: formatNumber(Math.min(range.end, rows.count)),
            total: formatNumber(rows.count),
          })}
        </span>
      )}
      {rows.isLoadingRows && (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="refresh" size={14} />
          {m.loading_rows()}
        </span>
      )}
      {offset && <span>{m.times_own({ offset })}</span>}
      <span className="ml-auto">
        {stale ? (
          <StaleLine retryLabel={m.retry()} onRetry={rows.refetch}>
            {m.stale({ time })}
          </StaleLine>
        ) : (
          rows.updatedAt > 0 && m.updated({ time })
        )}
      </span>
    </footer>
  )
}
