import { companySignIn } from '#/contract/session.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass } from '#/ui/control/button.tsx'
import { signInColumn, SignInFrame } from './sign-in-frame.tsx'

/** The company knows the person, who has no account here. */
export const NoAccount = ({
  name,
  ask,
  isAtProvider,
}: {
  /** As the company calls the person. */
  name: string
  /** Whom to ask for access; null: the server has not been told. */
  ask: string | null
  /** Another of the person's accounts can be chosen there. */
  isAtProvider: boolean
}) => (
  <SignInFrame>
    <section aria-labelledby="no-account-heading" className={signInColumn}>
      <h1 id="no-account-heading" className="text-28">
        {m.no_account()}
      </h1>
      <p className="wrap-anywhere text-text-2">{m.no_account_text({ name })}</p>
      <p className="wrap-anywhere">
        {ask === null ? m.no_account_ask_administrator() : m.no_account_ask({ ask })}
      </p>
      {isAtProvider && (
        <a href={companySignIn('/', true)} className={classNames(buttonClass({ size: 'lg' }), 'mt-2 w-full')}>
          {m.sign_in_as_another()}
        </a>
      )}
    </section>
  </SignInFrame>
)
