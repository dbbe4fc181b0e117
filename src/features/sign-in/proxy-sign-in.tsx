import { safeNext } from '#/contract/sign-in/pages.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { CompanyLink } from './company-link.tsx'
import { SessionEnded } from './session-ended.tsx'
import { signInColumn, SignInFrame } from './sign-in-frame.tsx'

/** Behind a proxy that says who asks: any page that is asked for anew begins a session, by way of the company's sign-in. */
export const ProxySignIn = ({
  next,
  hasEnded,
}: {
  /** Where the person wanted to go, as the address says it. */
  next: string | undefined
  /** A session has ended under the person's hands. */
  hasEnded: boolean
}) => (
  <SignInFrame>
    <section aria-labelledby="sign-in-heading" className={signInColumn}>
      <h1 id="sign-in-heading" className="mb-2 text-28">
        {m.sign_in()}
      </h1>
      {hasEnded && <SessionEnded />}
      {/* No link of the router: the proxy must see it. */}
      <CompanyLink href={safeNext(next)} />
    </section>
  </SignInFrame>
)
