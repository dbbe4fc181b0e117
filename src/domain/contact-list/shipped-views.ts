import { MISSED_FILTER } from '#/contract/call-filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { JournalSearch } from './search.ts'

export interface ShippedView {
  readonly id: string
  readonly name: () => string
  readonly filters: JournalSearch
}

export const ALL_CONTACTS = 'all'

/** "Missed" covers six statuses (G27); `repeated_filter` is first-time (G10). */
export const SHIPPED_VIEWS: readonly ShippedView[] = [
  { id: ALL_CONTACTS, name: m.view_all, filters: {} },
  { id: 'missed', name: m.view_missed, filters: { status_filter: MISSED_FILTER } },
  { id: 'target', name: m.view_target, filters: { target_filter: '1' } },
  { id: 'long_calls', name: m.view_long_calls, filters: { duration_filter: 'gt1m' } },
  {
    id: 'missed_first_time',
    name: m.view_missed_first_time,
    filters: { status_filter: MISSED_FILTER, repeated_filter: '1' },
  },
]
