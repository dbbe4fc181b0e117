import { useLocation } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'

/** What of the address was not understood. @param names of its parameters */
export const DroppedNote = ({ names }: { names: Readonly<Partial<Record<string, () => string>>> }) => {
  const dropped = useLocation({ select: (location) => location.state.dropped }) ?? []
  const shown = new Set(dropped.map((name) => names[name]?.() ?? name))
  return (
    <div aria-live="polite" className="px-4 pt-2 text-13 text-warning empty:hidden">
      {shown.size > 0 && m.overview_dropped({ names: [...shown].join(', ') })}
    </div>
  )
}
