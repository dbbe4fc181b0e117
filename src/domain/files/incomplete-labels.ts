import type { ExportAnswer, ExportShortfall } from '#/contract/exports/contact-exports.ts'
import { counted, formatNumber, formatStretches } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

const GAP_WORDS = {
  failed: () => m.export_gap_failed(),
  repeated: () => m.export_gap_repeated(),
  changed: () => m.export_gap_changed(),
  short: () => m.export_gap_short(),
  capped: ({ loaded }) => m.export_gap_capped({ shown: formatNumber(loaded) }),
  unreadable: ({ unreadable }) => m.export_gap_unreadable(counted(unreadable)),
  doubled: ({ doubled }) => m.overview_gap_doubled({ ...counted(doubled), objects: '' }),
  callers: () => m.overview_gap_callers(),
} as const satisfies Record<ExportShortfall['gaps'][number], (shortfall: ExportShortfall) => string>

const shortfallCount = ({ loaded, total }: ExportShortfall): string =>
  m.export_part({ shown: formatNumber(loaded), total: formatNumber(total) })

/** Sentences on missing data; empty: complete. */
export const missingParts = ({
  shortfall,
  unread,
}: Pick<ExportAnswer, 'shortfall' | 'unread'>): readonly string[] => {
  const days = formatStretches(unread.map(({ date_from, date_to }) => ({ from: date_from, to: date_to })))
  return [
    ...(unread.length === 0 ? [] : [`${m.unread_days_only({ days })}.`]),
    ...(shortfall === null
      ? []
      : [`${shortfallCount(shortfall)}.`, ...shortfall.gaps.map((gap) => GAP_WORDS[gap](shortfall))]),
  ]
}

/** Null: complete. */
export const incompleteNote = (missing: Parameters<typeof missingParts>[0]): string | null => {
  const parts = missingParts(missing)
  return parts.length === 0 ? null : `${m.export_incomplete()}: ${parts.join(' ')}`
}
