import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

export const NoMatches = ({
  query,
  onClear,
  children,
}: {
  query: string
  onClear: () => void
  children: ReactNode
}) => (
  <StateMessage
    icon="search"
    level={2}
    className="px-4"
    title={m.search_none_title({ query })}
    actions={<Button onClick={onClear}>{m.clear_search()}</Button>}
  >
    {children}
  </StateMessage>
)
