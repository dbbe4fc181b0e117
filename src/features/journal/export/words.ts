import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { counted, formatNumber, formatStretches } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { Gap, Shortfall } from '#/api/pages.ts'

const GAP_WORDS = {
  failed: () => m.export_gap_failed(),
  repeated: () => m.export_gap_repeated(),
  changed: () => m.export_gap_changed(),
  short: () => m.export_gap_short(),
  capped: ({ loaded }) => m.export_gap_capped({ shown: formatNumber(loaded) }),
  unreadable: ({ unreadable }) => m.export_gap_unreadable(counted(unreadable)),
  doubled: ({ doubled }) => m.overview_gap_doubled({ ...counted(doubled), objects: '' }),
  callers: () => m.overview_gap_callers(),
} as const satisfies Record<Gap, (shortfall: Shortfall) => string>

/** How much came of how much. */
export const shortfallCount = ({ loaded, total }: Shortfall): string =>
  m.export_part({ shown: formatNumber(loaded), total: formatNumber(total) })

/** Why not all came, a sentence each. */
export const shortfallReasons = (shortfall: Shortfall): string =>
  shortfall.gaps.map((gap) => GAP_WORDS[gap](shortfall)).join(' ')

/**
 * The line in an incomplete file that says so; null: it is complete.
 * @param unread days that our server could not read
 */
export const incompleteNote = (
  shortfall: Shortfall | null,
  unread: ArchiveState['unread'],
): string | null => {
  const days = formatStretches(unread.map(({ date_from, date_to }) => ({ from: date_from, to: date_to })))
  const reasons = [
    ...(unread.length === 0 ? [] : [`${m.unread_days_only({ days })}.`]),
    ...(shortfall === null ? [] : [`${shortfallCount(shortfall)}. ${shortfallReasons(shortfall)}`]),
  ]
  return reasons.length === 0 ? null : `${m.export_incomplete()}: ${reasons.join(' ')}`
}

/** Remaining seconds in words, rounded: the user needs no tenths. */
export const remainingWords = (seconds: number): string =>
  seconds < 90
    ? m.export_seconds_left({ shown: formatNumber(Math.max(1, Math.ceil(seconds))) })
    : m.export_minutes_left({ shown: formatNumber(Math.ceil(seconds / 60)) })
