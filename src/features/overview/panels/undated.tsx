import { useReport } from '#/features/overview/data/use-overview.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Below what is by day, hour or weekday: contacts that the cards count and that are in none of these. */
export const Undated = () => {
  const { leftOut } = useReport('leftOut')
  const undated = leftOut?.undated ?? 0
  return undated > 0 && <p className="mt-1 text-12 text-text-3">{m.overview_undated(counted(undated))}</p>
}
