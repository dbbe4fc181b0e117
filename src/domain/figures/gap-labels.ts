import type { Gap, Shortfall } from '#/api/pages.ts'
import type { Days } from '#/contract/figures/questions.ts'
import type { DaysProgress, ReadingState } from '#/contract/figures/reading.ts'
import { dayText } from '#/contract/day.ts'
import { counted, formatNumber, formatStretches } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { cutText } from '#/ui/data/cut-text.ts'
import { isHere } from './unread-days.ts'

type ObjectTitle = (oid: string | null) => string | null

const MOST_NAMED = 3
const WORDS_SHOWN = 60

/** ` (Edge cases)`: owner of the records if short, else empty. */
const whose = ({ faulty }: Shortfall, of: 'unreadable' | 'doubled', title: ObjectTitle): string => {
  const names = faulty.filter((one) => one[of] > 0).map(({ oid }) => title(oid))
  return names.length > MOST_NAMED || names.some((name) => name === null)
    ? ''
    : ` (${names.map((name) => cutText(name!, WORDS_SHOWN)).join(', ')})`
}

const GAP_WORDS = {
  repeated: () => m.overview_gap_repeated(),
  changed: () => m.overview_gap_changed(),
  short: () => m.overview_gap_short(),
  capped: () => m.overview_gap_capped(),
  unreadable: (shortfall, title) =>
    m.overview_gap_unreadable({
      ...counted(shortfall.unreadable),
      objects: whose(shortfall, 'unreadable', title),
    }),
  doubled: (shortfall, title) =>
    m.overview_gap_doubled({
      ...counted(shortfall.doubled),
      objects: whose(shortfall, 'doubled', title),
    }),
  callers: () => m.overview_gap_callers(),
} as const satisfies Record<Exclude<Gap, 'failed'>, (shortfall: Shortfall, title: ObjectTitle) => string>

/** Sentences on missing contacts; failed pages are mentioned beside their retry button. */
export const gapLabel = (shortfall: Shortfall | null | undefined, title: ObjectTitle): string =>
  shortfall?.gaps.flatMap((gap) => (gap === 'failed' ? [] : [GAP_WORDS[gap](shortfall, title)])).join(' ') ??
  ''

/** Final gaps: unreadable records and duplicates (G26). */
const SETTLED: ReadonlySet<Gap> = new Set<Gap>(['unreadable', 'doubled', 'callers'])
const isOnly = (shortfall: Shortfall | null, gaps: (gap: Gap) => boolean) =>
  shortfall !== null && shortfall.gaps.every(gaps)

export const unreadDaysLabel = (unread: readonly Days[]): string =>
  formatStretches(unread.map(({ first, last }) => ({ from: dayText(first), to: dayText(last) })))

/** "Couldn't read Nov 3 – 4, 2026: 592 of 618 contacts"; the total may be unknown. */
export const unreadLabel = ({ loaded, total, unread }: DaysProgress): string => {
  const days = unreadDaysLabel(unread)
  return total === null || total <= loaded
    ? m.unread_days_only({ days })
    : m.unread_days({ days, loaded: formatNumber(loaded), ...counted(total) })
}

export const unreadComparedLabel = ({ unread }: DaysProgress): string =>
  m.unread_days_compared({ days: unreadDaysLabel(unread) })

/** Missing data as sentences; empty: none. */
const missingOf = (
  { is }: ReadingState,
  progress: DaysProgress,
  shortfall: Shortfall | null,
  title: ObjectTitle,
  {
    part,
    unread,
  }: {
    readonly part: (inputs: { shown: string; total: string }) => string
    readonly unread: (progress: DaysProgress) => string
  },
): string => {
  if (shortfall === null && progress.unread.length === 0 && isHere(progress)) return ''
  if (isOnly(shortfall, (gap) => gap === 'doubled')) return ''
  const gaps = gapLabel(shortfall, title)
  if (isOnly(shortfall, (gap) => SETTLED.has(gap))) return gaps
  const isOver = is === 'loaded' || is === 'failed'
  const missing =
    isOver && progress.unread.length > 0
      ? unread(progress)
      : part({
          shown: formatNumber(progress.loaded),
          total: formatNumber(Math.max(shortfall?.total ?? progress.total ?? 0, progress.loaded)),
        })
  return `${missing}. ${gaps}`.trim()
}

/**
 * Missing data for exports; null: none.
 * @param usesComparison the comparison is exported too
 */
export const missingLabel = (state: ReadingState, usesComparison: boolean): string | null => {
  const { current, shortfall, compared, comparedShortfall, objectTitles } = state
  const titles = new Map(objectTitles)
  const title: ObjectTitle = (oid) => (oid === null ? null : (titles.get(oid) ?? oid))
  const own = missingOf(state, current, shortfall, title, { part: m.overview_partial, unread: unreadLabel })
  // Unrequested data has no known size.
  const isUnknown = compared?.total === null && comparedShortfall === null
  const before =
    usesComparison && compared !== null
      ? isUnknown
        ? m.overview_export_no_comparison()
        : missingOf(state, compared, comparedShortfall, title, {
            part: m.overview_partial_compared,
            unread: unreadComparedLabel,
          })
      : ''
  const isSettledBefore = isOnly(comparedShortfall, (gap) => SETTLED.has(gap))
  const words = [own, before && isSettledBefore ? m.overview_compared_gaps({ reasons: before }) : before]
  return words.filter(Boolean).join(' ') || null
}
