import type { ShareBody, SnapshotFilter } from '#/contract/snapshots/snapshots.ts'
import { dimensionName, filterWords } from '#/domain/contact-list/dimension-words.ts'
import { m } from '#/i18n/paraglide/messages.js'

type SharedFilter = ShareBody['filters'][number]

/** Filters by names, typed texts or opened addresses: the page says that they apply, not their values. */
const UNSAID: ReadonlySet<SnapshotFilter> = new Set(['manager', 'search_request', 'page'])

/** "Region Moscow"; of people and their words the dimension only. */
export const sharedFilterWords = (filter: SharedFilter): string =>
  filter.by !== 'day' && UNSAID.has(filter.by)
    ? m.snapshot_narrowed_by({ by: dimensionName(filter.by) })
    : filterWords(filter)
