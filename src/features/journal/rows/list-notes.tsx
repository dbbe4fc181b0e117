import type { ReactNode } from 'react'
import { clockTime, counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { filterName } from '#/features/journal/filters/filter-words.ts'
import { LinkButton } from '#/ui/control/button.tsx'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'

/** What is wrong with the list as a whole: each in its own words, with the way out of it if there is one. */
export const ListNotes = ({ rows, dropped }: { rows: ContactRows; dropped: readonly string[] }) => (
  // Read out, but no status of the page: that is the count alone.
  <div aria-live="polite" className="px-4 text-13 text-warning empty:hidden">
    {dropped.length > 0 && <Note>{m.dropped_filters({ names: dropped.map(filterName).join(', ') })}</Note>}
    {rows.repeated && <Note>{m.repeated_pages(counted(rows.count))}</Note>}
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
      // On a desk the footer says it.
      <span className="desk:hidden">
        <Note action={m.retry()} onAction={rows.refetch}>
          {m.stale({ time: clockTime(rows.updatedAt) })}
        </Note>
      </span>
    )}
  </div>
)

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
