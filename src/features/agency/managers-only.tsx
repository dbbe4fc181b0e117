import { Link } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** For users without an agency: the service answers 403 (API document 5.5). */
export const ManagersOnly = () => (
  <div className="px-4">
    <title>{`${m.managers_only_title()} · Callboard`}</title>
    <StateMessage
      icon="clients"
      level={1}
      title={m.managers_only_title()}
      actions={
        <Link to="/calls" className={buttonClass({ variant: 'primary' })}>
          {m.to_journal()}
        </Link>
      }
    >
      {m.managers_only_text()}
    </StateMessage>
  </div>
)
