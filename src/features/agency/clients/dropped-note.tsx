import { useLocation } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'

const nameOf = (name: string) =>
  name.startsWith('compare') || name === 'match_weekdays' ? m.overview_compared_with() : m.overview_period()

/** What of the address was not understood. */
export const DroppedNote = () => {
  const dropped = useLocation({ select: (location) => location.state.dropped }) ?? []
  return (
    <div aria-live="polite" className="px-4 pt-2 text-13 text-warning empty:hidden">
      {dropped.length > 0 && m.overview_dropped({ names: [...new Set(dropped.map(nameOf))].join(', ') })}
    </div>
  )
}
