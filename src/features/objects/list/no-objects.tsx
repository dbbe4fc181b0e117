import { Link } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** There may be objects, but none in this state. */
export const NoObjectsWithStatus = ({ status }: { status: string }) => (
  <StateMessage
    icon="inbox"
    level={2}
    className="px-4"
    title={m.objects_none_status_title()}
    actions={
      <Link to="/objects" search={{}} className={buttonClass()}>
        {m.objects_show_all()}
      </Link>
    }
  >
    {m.objects_none_status_text({ status })}
  </StateMessage>
)

/** There are objects, but the search leaves none of them. */
export const NoObjectsFound = ({ query, onClear }: { query: string; onClear: () => void }) => (
  <StateMessage
    icon="search"
    level={2}
    className="px-4"
    title={m.search_none_title({ query })}
    actions={<Button onClick={onClear}>{m.clear_search()}</Button>}
  >
    {m.objects_search_none_text()}
  </StateMessage>
)
