import type { SignInFailure } from '#/contract/sign-in/pages.ts'
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
  href,
  hasEnded,
  failure,
}: {
  /** The provider; behind a proxy that says who asks any page of ours, by way of which it lets the person sign in. */
  href: string
  /** A session has ended under the person's hands. */
  hasEnded: boolean
  /** Why the try before this one has led to nothing. */
  failure?: SignInFailure | undefined
}) => (
  <SignInFrame>
    <section aria-labelledby="sign-in-heading" className={signInColumn}>
      <h1 id="sign-in-heading" className="mb-2 text-28">
        {m.sign_in()}
      </h1>
      {failure !== undefined && <SignInStatus icon="alert">{FAILURES[failure]()}</SignInStatus>}
      {failure === undefined && hasEnded && <SessionEnded />}
      {/* No link of the router: it leaves the app. */}
      <CompanyLink href={href} isRetry={failure === 'unavailable' || failure === 'service'} />
    </section>
  </SignInFrame>
)
