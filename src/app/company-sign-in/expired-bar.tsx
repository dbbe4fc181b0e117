import { useSyncExternalStore } from 'react'
import { useIsDirty } from '#/domain/leave-guard.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { expiryNow, onExpiry, signInHere } from './expiry.ts'

/**
 * Above the page while the company's sign-in has expired: one bar, whatever has failed. What is on screen stays; work that
 * is not saved is never left for it, since another tab does as well.
 */
export const ExpiredBar = () => {
  const expiry = useSyncExternalStore(onExpiry, expiryNow)
  const isDirty = useIsDirty()
  return (
    <div role="status" className="sticky top-bar z-sticky empty:hidden">
      {expiry !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-warning-soft px-4 py-2 text-13">
          <Icon name="clock" className="text-warning" />
          <p className="min-w-0 flex-1 basis-64">
            <strong className="font-semibold">
              {expiry === 'loops' ? m.sign_in_loops() : m.company_sign_in_over()}
            </strong>{' '}
            {isDirty ? m.company_sign_in_typed() : m.company_sign_in_stays()}
          </p>
          <p className="flex flex-wrap items-center gap-2">
            {!isDirty && (
              <Button variant="primary" onClick={signInHere}>
                {m.sign_in_submit()}
              </Button>
            )}
            {/* No link of the router: the document itself must be asked for, so that the sign-in shows. */}
            <a
              href="/signed-in"
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: isDirty ? 'primary' : 'default' })}
            >
              {m.sign_in_in_new_tab()}
            </a>
          </p>
        </div>
      )}
    </div>
  )
}
