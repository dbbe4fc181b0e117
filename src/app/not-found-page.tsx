import { Link } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

export const NotFoundPage = ({ text = m.not_found_text() }: { text?: string }) => (
  <div className="px-4">
    <title>{`${m.not_found_title()} · Callboard`}</title>
    <StateMessage
      icon="search"
      level={1}
      title={m.not_found_title()}
      actions={
        <Link to="/calls" className={buttonClass()}>
          {m.to_journal()}
        </Link>
      }
    >
      {text}
    </StateMessage>
  </div>
)
