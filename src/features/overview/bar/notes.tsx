import { useLocation } from '@tanstack/react-router'
import type { Gap, Shortfall } from '#/api/load-contacts.ts'
import { dimensionName } from '#/features/overview/data/filter-words.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { CROSS_FILTERS, type CrossFilter } from '#/features/overview/search.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

const isCrossFilter = (name: string): name is CrossFilter => CROSS_FILTERS.some((one) => one === name)

const NAMES: Readonly<Record<string, () => string>> = {
  period: m.overview_period,
  date_from: m.filter_date_from,
  date_to: m.filter_date_to,
  object: m.overview_object,
  compare: m.overview_compared_with,
  days: m.overview_by_days,
}

const nameOf = (name: string) => (isCrossFilter(name) ? dimensionName(name) : (NAMES[name]?.() ?? name))

const GAP_WORDS = {
  repeated: () => m.overview_gap_repeated(),
  changed: () => m.overview_gap_changed(),
  short: () => m.overview_gap_short(),
  capped: () => m.overview_gap_capped(),
  unreadable: ({ unreadable }) =>
    m.overview_gap_unreadable({ count: unreadable, shown: formatNumber(unreadable) }),
} as const satisfies Record<Exclude<Gap, 'failed'>, (shortfall: Shortfall) => string>

/** Why not all came, a sentence each; pages that failed are said where they are asked for again. */
const gapWords = (shortfall: Shortfall | null | undefined): string =>
  shortfall?.gaps.flatMap((gap) => (gap === 'failed' ? [] : [GAP_WORDS[gap](shortfall)])).join(' ') ?? ''

/** What is wrong with the address or with what has come, each in its own words. */
export const Notes = () => {
  const { state } = useOverview()
  const dropped = useLocation({ select: (location) => location.state.dropped }) ?? []
  const isEmpty = state?.is === 'loaded' && state.current.loaded === 0 && state.shortfall === null
  const gaps = gapWords(state?.shortfall)
  const comparedGaps = gapWords(state?.comparedShortfall)
  return (
    <div aria-live="polite" className="grid gap-1 px-4 pt-2 text-13 text-warning empty:hidden">
      {dropped.length > 0 && <p>{m.overview_dropped({ names: dropped.map(nameOf).join(', ') })}</p>}
      {gaps !== '' && <p>{gaps}</p>}
      {comparedGaps !== '' && <p>{m.overview_compared_gaps({ reasons: comparedGaps })}</p>}
      {isEmpty && <p className="text-text-2">{m.overview_empty()}</p>}
    </div>
  )
}
