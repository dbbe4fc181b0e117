import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass } from '#/ui/control/button.tsx'

export const CompanyLink = ({ href, isRetry = false }: { href: string; isRetry?: boolean }) => {
  // Keeps input of the page below.
  const isReauthentication = useIsReauthentication()
  return (
    <a
      href={href}
      target={isReauthentication ? '_blank' : undefined}
      rel="noopener"
      className={classNames(buttonClass({ variant: 'primary', size: 'lg' }), 'w-full')}
    >
      {isRetry ? m.retry() : m.company_sign_in()}
    </a>
  )
}
