import { m } from '#/i18n/paraglide/messages.js'
import { Breakdown } from './breakdown.tsx'

/** Contacts by what they have in common: two tables beside each other on a desk. */
export const Breakdowns = () => (
  <div className="grid items-start gap-x-8 desk:grid-cols-2">
    <Breakdown by="region" title={m.breakdown_regions()} without={m.breakdown_without_region()} hasCalls />
    <Breakdown by="manager" title={m.breakdown_managers()} without={m.breakdown_without_manager()} hasCalls />
    <Breakdown
      by="search_request"
      title={m.breakdown_search_requests()}
      without={m.breakdown_without_search()}
    />
    <Breakdown by="page" title={m.breakdown_pages()} without={m.breakdown_without_page()} />
  </div>
)

/** What contacts are: calls, forms, chats and the like. */
export const Channels = () => (
  <Breakdown by="channel" title={m.breakdown_channels()} without={m.breakdown_without_channel()} />
)
