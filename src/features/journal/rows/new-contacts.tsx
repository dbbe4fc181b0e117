import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CallsPage, contactKey, contactsOn, isNewestFirst, newestCallsQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { claimOf } from '#/api/pages.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { isReadable } from '#/contract/field.ts'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

/**
 * Number of contacts newer than the list, polled once a minute while the tab is visible, for newest-first lists
 * of a current period. Only counted: rows must not move under the pointer.
 * @param today on the contacts' clock
 */
export const useNewContacts = (
  scope: Scope,
  oid: string | null,
  filters: CallFilters,
  { first, isPrevious, updatedAt }: ContactRows,
  today: string,
): number => {
  const isLive = isNewestFirst(filters) && !isPast(filters, today) && first !== null && !isPrevious
  const { data } = useQuery({
    ...newestCallsQuery(scope, oid, filters, first ?? undefined, updatedAt),
    enabled: isLive,
  })
  return isLive && data ? newOnTop(first, data) : 0
}

export const isPast = ({ period, date_to }: CallFilters, today: string): boolean =>
  period === 'custom' && date_to !== undefined && date_to < today

/** Contacts above the known ones; by totals if more than a page. */
export const newOnTop = (first: CallsPage, newest: CallsPage): number => {
  const known = new Set(first.calls.filter(isReadable).map(contactKey))
  const rows = newest.calls.filter(isReadable)
  const above = rows.findIndex((call) => known.has(contactKey(call)))
  if (above !== -1) return above
  const [before, now] = [claimOf(contactsOn(first)).total, claimOf(contactsOn(newest)).total]
  return Math.max(rows.length, before === null || now === null ? 0 : now - before)
}

/** "5 new contacts": overlays the list and loads them. */
export const NewContactsPill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <ListPill title={m.show_new_contacts()} onPress={onShow}>
    {count > 0 && (
      <>
        <Icon name="arrow-up" size={14} />
        {m.new_contacts(counted(count))}
      </>
    )}
  </ListPill>
)

/** Overlay over the list. Without content it doesn't catch presses. */
export const ListPill = ({
  title,
  onPress,
  children,
}: {
  title: string
  onPress: () => void
  children: ReactNode
}) => (
  <div
    aria-live="polite"
    // Over the header, so that it covers no contact.
    className="pointer-events-none absolute inset-x-0 top-0.5 z-bar flex justify-center phone:top-auto phone:bottom-3"
  >
    {children && (
      <button
        type="button"
        title={title}
        onClick={onPress}
        className="pointer-events-auto inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-13 font-semibold text-on-accent tabular-nums shadow-float transition-[background-color] hover:bg-accent-hover motion-safe:animate-rise phone:h-10 phone:px-4 forced-colors:border"
      >
        {children}
      </button>
    )}
  </div>
)
