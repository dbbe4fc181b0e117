import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SignInStatus } from './sign-in-frame.tsx'

export const SessionEnded = () => (
  <SignInStatus icon="clock">
    {useIsReauthentication() ? m.session_ended_typed() : m.session_ended()}
  </SignInStatus>
)
