import { hashKey } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { presetRange } from '#/analytics/period.ts'
import { callsPageQuery } from '#/api/calls.ts'
import { isApiError } from '#/api/error.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { useContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { useTimes } from '#/domain/preferences/times.ts'
import { useWidth } from '#/ui/use-size.ts'
import { useArchiveClock } from '#/domain/period/contacts-clock.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { ContactsTable, type VisibleRange } from './table/contacts-table.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { ExportButton } from './export/export-button.tsx'
import { useListening } from './listen/use-listening.tsx'
import { requestedRange } from './rows/requested-range.ts'
import { useNewContacts } from './rows/use-new-contacts.ts'
import { TableTools } from './table/table-tools.tsx'
import { useOffsets } from './table/use-offsets.ts'
import { useTableLayout } from './table/use-table-layout.ts'
import { useJournal, type Journal as JournalOf } from './use-journal.ts'
import { useViews } from './views/use-views.ts'
import { ViewBar } from './views/view-bar.tsx'

const fetchNotes = () => import('./rows/list-notes.tsx')
const fetchPill = () => import('./rows/list-pill.tsx')
const AnnotationsChanged = lazy(async () => ({
  default: (await import('./annotations/annotations-changed.tsx')).AnnotationsChanged,
}))
const RefusedFilter = lazy(async () => ({
  default: (await import('./rows/refused-filter.tsx')).RefusedFilter,
}))

export const JournalPage = ({ oid }: { oid: string | null }) => {
  const { scope } = useSignedIn()
  return (
    <ClientGate head={<PageBar title={m.journal()} />}>
      {/* Keyed, so that no state of another object or client remains. */}
      <Journal key={`${scope.client} ${oid}`} oid={oid} />
    </ClientGate>
  )
}

/** Width of a classic scroll bar, pixels. */
const SCROLL_BAR = 16

/** Relative days follow the contacts' today, also after midnight. */
const useRollingDays = (
  { search: { preset, date_from, date_to, view }, change }: JournalOf,
  { today, isKnown }: { today: string; isKnown: boolean },
) => {
  const { from, to } = preset ? presetRange(preset, today) : { from: date_from, to: date_to }
  const isStale = isKnown && (from !== date_from || to !== date_to)
  const roll = useEffectEvent(() => change({ date_from: from, date_to: to, preset, view }, { replace: true }))
  useEffect(() => {
    if (isStale) roll()
  }, [isStale])
}

const Journal = ({ oid }: { oid: string | null }) => {
  const { scope } = useSignedIn()
  // The clock learned earlier is kept for lists without one, so that days don't flip.
  const [clock, setClock] = useState<number | null>(null)
  // The same day as on other pages, whichever object the list shows most of.
  const stored = useArchiveClock(scope, oid)
  const today = useToday(stored.offset ?? clock)
  const journal = useJournal(today)
  const isPhone = useIsPhone()
  const listNotes = useIdleCode(fetchNotes)
  const pill = useIdleCode(fetchPill)
  const [range, setRange] = useState<VisibleRange>({ start: 0, end: 40 })
  const rows = useContactRows(scope, oid, journal.filters, range)
  const title =
    oid === null ? m.all_objects() : (rows.objectTitle(oid) ?? rows.first?.objects[0]?.title ?? oid)
  const times = useTimes()
  const { period: _, date_from: _from, date_to: _to, ...listed } = journal.filters
  const list = hashKey([listed])
  const offsets = useOffsets(rows, range, times, list)
  const own = useOffsets(rows, range, 'own', list)
  if (own.main !== null && own.main !== clock) setClock(own.main)
  useRollingDays(journal, { today, isKnown: stored.isSettled && (clock !== null || rows.first !== null) })
  const views = useViews(journal, today)
  const [width, measure] = useWidth()
  const layout = useTableLayout(oid, width - SCROLL_BAR, views.columns)
  const listening = useListening(journal, oid)
  const newContacts = useNewContacts(scope, oid, journal.filters, rows, today)
  const [shownNew, setShownNew] = useState(0)
  const showNew = () => {
    setShownNew(shownNew + 1)
    rows.refetch()
  }

  // Annotations determine the list.
  const { handled, tag, score, note } = journal.search
  const hasAnnotationFilter = (handled ?? tag ?? score ?? note) !== undefined

  const { total } = rows
  const count = total === null ? null : { ...counted(total) }
  const failed = rows.error !== null && rows.first === null
  const message =
    failed && isApiError(rows.error, 'forbidden', 'rejected') ? (
      <Suspense>
        <RefusedFilter
          error={rows.error}
          journal={journal}
          hidden={layout.hidden}
          view={views.open?.view.name}
          onRetry={rows.refetch}
        />
      </Suspense>
    ) : failed ? (
      <LoadError error={rows.error} title={m.failed_title()} onRetry={rows.refetch} />
    ) : total === 0 ? (
      listNotes && <listNotes.EmptyJournal journal={journal} rows={rows} />
    ) : null

  const tools = (
    <>
      <TableTools layout={layout} />
      {(total ?? 0) > 0 && !layout.hidden.has('record_url') && listening.button}
      <ExportButton journal={journal} oid={oid} layout={layout} title={title} total={total ?? 0} />
    </>
  )
  const { queryKey } = callsPageQuery(scope, oid, journal.filters, 1)
  const bar = (
    <PageBar
      title={m.journal()}
      documentTitle={`${m.journal()} · ${title}`}
      tools={!isPhone && tools}
      status={count && (rows.isAbout ? m.contacts_about(count) : m.contacts_count(count))}
    >
      <p className="w-full truncate pb-1 text-13 text-text-2 desk:hidden">
        <bdi>{title}</bdi>
      </p>
      <ViewBar oid={oid} journal={journal} views={views} shown={layout.shown} today={today} />
    </PageBar>
  )
  const filters = (
    <FilterBar oid={oid} journal={journal} today={today} total={total} tools={isPhone && tools} />
  )
  const notes = (
    // Announced, but the page's status is the count.
    <div aria-live="polite" className="px-4 text-13 text-warning empty:hidden">
      {listNotes && <listNotes.ListNotes rows={rows} dropped={journal.dropped} offset={offsets.main} />}
    </div>
  )
  return (
    <div
      ref={measure}
      className="flex h-[calc(100dvh-var(--spacing-bar))] min-h-80 flex-col phone:h-[calc(100dvh-var(--spacing-bar)-var(--spacing-tabbar))]"
    >
      {!isPhone && (
        <>
          {bar}
          {filters}
          {notes}
        </>
      )}
      <div className="relative flex min-h-0 grow flex-col">
        {pill && <pill.NewContactsPill count={newContacts} onShow={showNew} />}
        {newContacts === 0 && hasAnnotationFilter && (
          <Suspense>
            <AnnotationsChanged rows={rows} oid={oid} filters={journal.search} onShow={showNew} />
          </Suspense>
        )}
        <ContactsTable
          oid={oid}
          journal={journal}
          rows={rows}
          layout={layout}
          offsets={offsets}
          // New contacts are on top, so the list restarts there.
          listKey={`${hashKey(queryKey)} ${shownNew}`}
          onRange={(inView) => setRange((before) => requestedRange(rows, before, inView))}
          above={
            isPhone
              ? {
                  goes: (
                    <>
                      {bar}
                      {notes}
                    </>
                  ),
                  stays: filters,
                }
              : null
          }
          message={message}
          listening={listening}
          dock={listening.bar}
        />
      </div>
      <PendingNotice query={rows} queryKey={queryKey} />
    </div>
  )
}
