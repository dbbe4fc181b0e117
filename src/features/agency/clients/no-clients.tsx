import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** The search found none. */
export const NoClientsFound = ({ query, onClear }: { query: string; onClear: () => void }) => (
  <StateMessage
    icon="search"
    level={2}
    className="px-4"
    title={m.search_none_title({ query })}
    actions={<Button onClick={onClear}>{m.clear_search()}</Button>}
  >
    {m.clients_search_none_text()}
  </StateMessage>
)

/** The agency has none. */
export const NoClients = ({ onCheck, checking }: { onCheck: () => void; checking: boolean }) => (
  <StateMessage
    icon="inbox"
    level={2}
    className="px-4"
    title={m.clients_none_title()}
    actions={
      <Button icon="refresh" pending={checking} onClick={onCheck}>
        {m.check_again()}
      </Button>
    }
  >
    {m.clients_none_text()}
  </StateMessage>
)
