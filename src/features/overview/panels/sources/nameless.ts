import { m } from '#/i18n/paraglide/messages.js'
import type { Level } from './levels.ts'

export const NAMELESS = {
  source: m.sources_without_source,
  campaign: m.sources_without_campaign,
  search_request: m.sources_without_search_request,
} as const satisfies Record<Level, () => string>
