import type { RefusedBecause } from '#/contract/session.ts'
import { companySignIn, safeNext } from '#/contract/sign-in/pages.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass } from '#/ui/control/button.tsx'
import { safeUrl } from '#/ui/safe-url.ts'
import { CompanyLink } from './company-link.tsx'
import { signInColumn, SignInFrame } from './sign-in-frame.tsx'

const WORDS = {
  no_account: {
    title: m.no_account,
    text: m.no_account_text,
    ask: m.no_account_ask,
    askAdministrator: m.no_account_ask_administrator,
  },
  key_refused: {
    title: m.key_refused,
    text: m.key_refused_text,
    ask: m.key_refused_ask,
    askAdministrator: m.key_refused_ask_administrator,
  },
} as const satisfies Record<RefusedBecause, object>

const Linked = ({ text, address }: { text: string; address: string }) => {
  const url = /^[^\s@]+@[^\s@]+$/.test(address) ? safeUrl(`mailto:${address}`, ['mailto:']) : null
  const [before = '', after = ''] = text.split(address)
  if (url === null) return text
  return (
    <>
      {before}
      <a href={url.href} className="font-medium text-accent hover:underline">
        {address}
      </a>
      {after}
    </>
  )
}

export const RefusedPage = ({
  name,
  because,
  ask,
  next,
  isAtProvider,
}: {
  name: string
  because: RefusedBecause
  /** Null: not configured. */
  ask: string | null
  /** Return address. */
  next: string | undefined
  /** Another account can be chosen there. */
  isAtProvider: boolean
}) => {
  const messages = WORDS[because]
  return (
    <SignInFrame>
      <section aria-labelledby="refused-heading" className={signInColumn}>
        <h1 id="refused-heading" className="text-28">
          {messages.title()}
        </h1>
        <p className="wrap-anywhere text-text-2">{messages.text({ name })}</p>
        <p className="wrap-anywhere">
          {ask === null ? messages.askAdministrator() : <Linked text={messages.ask({ ask })} address={ask} />}
        </p>
        {because === 'key_refused' && (
          <CompanyLink href={isAtProvider ? companySignIn(safeNext(next)) : safeNext(next)} isRetry />
        )}
        {because === 'no_account' && isAtProvider && (
          <a
            href={companySignIn('/', true)}
            className={classNames(buttonClass({ size: 'lg' }), 'mt-2 w-full')}
          >
            {m.sign_in_as_another()}
          </a>
        )}
      </section>
    </SignInFrame>
  )
}
