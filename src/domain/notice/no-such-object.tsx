import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** The object doesn't exist or belongs to another client or account. */
export const NoSuchObject = ({
  level,
  action,
  className,
}: {
  level: 1 | 2
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
