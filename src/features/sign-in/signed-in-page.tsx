import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '#/api/session.ts'
import { announceSignIn } from '#/domain/session/sign-out.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** Closes; the other tab continues. */
export const SignedInPage = () => {
  const { data: session } = useSuspenseQuery(sessionQuery)
  useEffect(() => {
    announceSignIn(session.principal)
    // Works only in script-opened windows.
    window.close()
  }, [session.principal])
  return (
    <main className="grid min-h-dvh place-content-center px-4">
      <title>{m.sign_in_title()}</title>
      <StateMessage icon="check" tone="answered" level={1} title={m.signed_in()}>
        {m.signed_in_text()}
      </StateMessage>
    </main>
  )
}
