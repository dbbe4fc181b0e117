import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#/api/session.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { accountName } from '#/domain/session/account-name.ts'

/** Another account has signed in with this browser. */
export const PrincipalChanged = ({ onReload }: { onReload: () => void }) => {
  const { data: session } = useQuery(sessionQuery)
  const title = session?.user ? m.signed_in_as({ name: accountName(session.user) }) : m.signed_in_as_other()
  return (
    <main className="grid min-h-dvh place-content-center px-4">
      <title>{`${title} · Callboard`}</title>
      <div role="alert">
        <StateMessage
          icon="user"
          level={1}
          title={title}
          actions={
            <Button variant="primary" icon="refresh" autoFocus onClick={onReload}>
              {m.reload()}
            </Button>
          }
        >
          {m.signed_in_as_text()}
        </StateMessage>
      </div>
    </main>
  )
}
