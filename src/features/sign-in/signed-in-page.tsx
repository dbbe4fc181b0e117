import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '#/api/session.ts'
import { announceSignIn } from '#/domain/session/sign-out.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** Signed in for another tab, which hears of it and goes on; this one has nothing more to do. */
export const SignedInPage = () => {
  const { data: session } = useSuspenseQuery(sessionQuery)
  useEffect(() => {
    announceSignIn(session.principal)
    // Browsers close what was opened for this, and ignore it elsewhere.
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
