import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { callsPageQuery } from '#/api/calls.ts'
import { ClientGate } from '#/features/agency/client-gate.tsx'
import { LoadError } from '#/features/shell/state/load-error.tsx'
import { PageBar } from '#/features/shell/page-bar.tsx'
import { PendingNotice } from '#/features/shell/state/pending-notice.tsx'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { ContactsTable, type VisibleRange } from './contacts-table.tsx'
import { EmptyJournal } from './empty-journal.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterName } from './filter-words.ts'
import { JournalFooter } from './journal-footer.tsx'
import { useContactRows } from './use-contact-rows.ts'
import { useJournal } from './use-journal.ts'

/** Journal of one object, or of all when `oid` is null. */
export const JournalPage = ({ oid }: { oid: string | null }) => {
  const { scope } = useSignedIn()
  return (
    <ClientGate head={<PageBar title={m.journal()} />}>
      {/* Another object or client is another list: nothing of the one before may stay in its state. */}
      <Journal key={`${scope.client} ${oid}`} oid={oid} />
    </ClientGate>
  )
}

const Journal = ({ oid }: { oid: string | null }) => {
  const { scope } = useSignedIn()
  const journal = useJournal()
  const [range, setRange] = useState<VisibleRange>({ start: 0, end: 40 })
  const rows = useContactRows(scope, oid, journal.filters, range)
  const title =
    oid === null ? m.all_objects() : (rows.objectTitle(oid) ?? rows.first?.objects[0]?.title ?? oid)

  const total =
    rows.first && !rows.isPrevious
      ? Math.max(rows.first.pagination?.total_objects ?? 0, rows.first.calls.length)
      : null
  const contacts = total === null ? '' : m.contacts_count({ count: total, shown: formatNumber(total) })
  const failed = rows.error !== null && rows.first === null
  const message = failed ? (
    <LoadError error={rows.error} title={m.failed_title()} onRetry={rows.refetch} />
  ) : total === 0 ? (
    <EmptyJournal journal={journal} />
  ) : null

  const { queryKey } = callsPageQuery(scope, oid, journal.filters, 1)
  return (
    <div className="flex h-[calc(100dvh-var(--spacing-bar))] min-h-80 flex-col phone:h-[calc(100dvh-var(--spacing-bar)-var(--spacing-tabbar))]">
      <PageBar title={m.journal()} documentTitle={`${m.journal()} · ${title}`} status={contacts}>
        {/* On a desk the header's switcher names the object. */}
        <p className="w-full truncate pb-1 text-13 text-text-2 desk:hidden">
          <bdi>{title}</bdi>
        </p>
      </PageBar>
      <FilterBar
        oid={oid}
        journal={journal}
        found={total === null ? m.close() : m.show_contacts({ count: total, shown: formatNumber(total) })}
      />
      {/* Read out, but no status of the page: that is the count alone. */}
      <div aria-live="polite" className="px-4 text-13 text-warning empty:hidden">
        {journal.dropped.length > 0 && (
          <p className="pb-2">{m.dropped_filters({ names: journal.dropped.map(filterName).join(', ') })}</p>
        )}
        {rows.repeated && (
          <p className="pb-2">{m.repeated_pages({ count: rows.count, shown: formatNumber(rows.count) })}</p>
        )}
      </div>
      <ContactsTable
        oid={oid}
        journal={journal}
        rows={rows}
        listKey={hashKey(queryKey)}
        objectTitle={(one) => (one === null ? null : rows.objectTitle(one))}
        onRange={(next) => {
          if (next.start !== range.start || next.end !== range.end) setRange(next)
        }}
        message={message}
      />
      <PendingNotice query={rows} queryKey={queryKey} />
      <JournalFooter rows={rows} range={range} />
    </div>
  )
}
