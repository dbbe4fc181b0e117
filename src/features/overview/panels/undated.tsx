import { useReport } from '#/features/overview/data/use-overview.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Contacts without a date, which the cards count and charts by time don't. */
export const Undated = () => {
  const { leftOut } = useReport('leftOut')
  const undated = leftOut?.undated ?? 0
  return undated > 0 && <p className="mt-1 text-12 text-text-3">{m.overview_undated(counted(undated))}</p>
}
