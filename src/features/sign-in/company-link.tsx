import { useIsHeld } from '#/domain/session/held.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass } from '#/ui/control/button.tsx'

/** To the company's own sign-in, by way of the document: no link of the router. */
export const CompanyLink = ({ href, isRetry = false }: { href: string; isRetry?: boolean }) => {
  // What is typed on the page below is not left for it.
  const isHeld = useIsHeld()
  return (
    <a
      href={href}
      target={isHeld ? '_blank' : undefined}
      rel="noopener"
      className={classNames(buttonClass({ variant: 'primary', size: 'lg' }), 'w-full')}
    >
      {isRetry ? m.retry() : m.company_sign_in()}
    </a>
  )
}
