import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** Instead of what is about one object: it is another client's or account's, or there is none. There is nothing to go on with. */
export const NoSuchObject = ({
  level,
  action,
  className,
}: {
  level: 1 | 2
  /** Where to go from here. */
  action: ReactNode
  className?: string
}) => (
  <StateMessage
    icon="search"
    level={level}
    title={m.object_gone_title()}
    actions={action}
    {...(className !== undefined && { className })}
  >
    {m.object_gone_text()}
  </StateMessage>
)
