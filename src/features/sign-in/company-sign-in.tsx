import { companySignIn, safeNext, type SignInFailure } from '#/contract/sign-in/pages.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { CompanyLink } from './company-link.tsx'
import { SessionEnded } from './session-ended.tsx'
import { signInColumn, SignInFrame, SignInStatus } from './sign-in-frame.tsx'

const FAILURES = {
  unavailable: m.company_sign_in_unavailable,
  denied: m.company_sign_in_denied,
  expired: m.company_sign_in_expired,
  untrusted: m.company_sign_in_untrusted,
  service: m.company_sign_in_service,
} as const satisfies Record<SignInFailure, () => string>

/** The way to the company's own sign-in: nothing is asked for here. */
export const CompanySignIn = ({
  next,
  hasEnded,
  failure,
}: {
  /** Where the person wanted to go, as the address says it. */
  next: string | undefined
  /** A session has ended under the person's hands. */
  hasEnded: boolean
  /** Why the try before this one has led to nothing. */
  failure: SignInFailure | undefined
}) => (
  <SignInFrame>
    <section aria-labelledby="sign-in-heading" className={signInColumn}>
      <h1 id="sign-in-heading" className="mb-2 text-28">
        {m.sign_in()}
      </h1>
      {failure !== undefined && <SignInStatus icon="alert">{FAILURES[failure]()}</SignInStatus>}
      {failure === undefined && hasEnded && <SessionEnded />}
      {/* No link of the router: it leaves the app. */}
      <CompanyLink
        href={companySignIn(safeNext(next))}
        isRetry={failure === 'unavailable' || failure === 'service'}
      />
    </section>
  </SignInFrame>
)
