import { useSelector } from '@tanstack/react-store'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, useSyncExternalStore } from 'react'
import { sessionQuery } from '#/api/session.ts'
import { companySignIn, safeNext, type SignInSearch, type SignInFailure } from '#/contract/sign-in/pages.ts'
import { isFramed } from '#/domain/session/framed.ts'
import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { isSignOutPending } from '#/domain/session/sign-out.ts'
import { getLocale, subscribeLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { PasswordSignIn } from './password-sign-in.tsx'
import { CompanyLink } from './company-link.tsx'
import { SessionEnded } from './session-ended.tsx'
import { signInColumn, SignInFrame, SignInStatus } from './sign-in-frame.tsx'

// Rarely needed.
const RefusedPage = lazy(async () => ({ default: (await import('./refused-page.tsx')).RefusedPage }))

// In frames only.
const FramedSignIn = lazy(async () => ({
  default: (await import('./framed/framed-sign-in.tsx')).FramedSignIn,
}))

const FAILURES = {
  unavailable: m.company_sign_in_unavailable,
  denied: m.company_sign_in_denied,
  expired: m.company_sign_in_expired,
  untrusted: m.company_sign_in_untrusted,
  service: m.company_sign_in_service,
} as const satisfies Record<SignInFailure, () => string>

const CompanySignIn = ({
  href,
  hasEnded,
  failure,
}: {
  /** The provider, or any page behind an authenticating proxy. */
  href: string
  hasEnded: boolean
  /** Error of the previous try. */
  failure?: SignInFailure | undefined
}) => (
  <SignInFrame>
    <section aria-labelledby="sign-in-heading" className={signInColumn}>
      <h1 id="sign-in-heading" className="mb-2 text-28">
        {m.sign_in()}
      </h1>
      {failure !== undefined && <SignInStatus icon="alert">{FAILURES[failure]()}</SignInStatus>}
      {failure === undefined && hasEnded && <SessionEnded />}
      {/* A plain link: it leaves the app. */}
      <CompanyLink href={href} isRetry={failure === 'unavailable' || failure === 'service'} />
    </section>
  </SignInFrame>
)

/** The page without a session: this server's way to sign in, or why it does not work. */
export const SignInPage = () => {
  // May overlay a page with an expired session.
  const isReauthentication = useIsReauthentication()
  const { next: wanted, ended, failed }: SignInSearch = useSearch({ strict: false })
  const next = isReauthentication ? '/signed-in' : wanted
  const { data: session } = useSuspenseQuery(sessionQuery)
  const hasEnded = isReauthentication || ended !== undefined
  useSyncExternalStore(subscribeLocale, getLocale)
  const isPending = useSelector(isSignOutPending)
  return (
    <>
      <title>{m.sign_in_title()}</title>
      {isPending && (
        <p role="status" className="border-b border-line bg-warning-soft px-4 py-2 text-center text-13">
          {m.sign_out_pending()}
        </p>
      )}
      {session.refused !== null ? (
        <RefusedPage
          name={session.refused}
          because={session.refused_because === 'key_refused' ? 'key_refused' : 'no_account'}
          ask={session.ask}
          next={next}
          isAtProvider={session.sign_in === 'oidc' && !isFramed()}
        />
      ) : isFramed() ? (
        <FramedSignIn session={session} next={next} hasEnded={hasEnded} />
      ) : session.sign_in === 'oidc' ? (
        <CompanySignIn href={companySignIn(safeNext(next))} hasEnded={hasEnded} failure={failed} />
      ) : session.sign_in === 'proxy' ? (
        <CompanySignIn href={safeNext(next)} hasEnded={hasEnded} />
      ) : (
        <PasswordSignIn next={next} hasEnded={hasEnded} samples={session.sample} />
      )}
    </>
  )
}
