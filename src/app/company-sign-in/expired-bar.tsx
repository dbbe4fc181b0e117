import { useEffect, useSyncExternalStore } from 'react'
import { isFramed } from '#/domain/session/framed.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { followTyping, isUnsaved, onUnsaved } from '#/domain/unsaved.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { Bar } from '#/app/above-page/bar.tsx'
import { expiryState, signInHere } from './expiry.ts'

/**
 * Above the page while the company's sign-in has expired: one bar, whatever has failed. What is on screen stays; work that
 * is not saved is never left for it, since another tab does as well.
 */
export const ExpiredBar = () => {
  const expiry = useSyncExternalStore(expiryState.on, expiryState.now)
  useEffect(followTyping, [])
  const isTyped = useSyncExternalStore(onUnsaved, isUnsaved)
  // Where Callboard has a sign-in of its own, another one may as well be that of the network one is in.
  const isCompanys = useSignedIn().session.sign_in !== 'session' || isFramed()
  return (
    <div role="status" className="empty:hidden">
      {expiry !== null && (
        <Bar
          icon="clock"
          title={
            expiry === 'loops'
              ? m.sign_in_loops()
              : isCompanys
                ? m.company_sign_in_over()
                : m.sign_in_between()
          }
          actions={
            <>
              {!isTyped && !isFramed() && (
                <Button variant="primary" onClick={signInHere}>
                  {m.sign_in_submit()}
                </Button>
              )}
              {/* No link of the router: the document itself must be asked for, so that the sign-in shows. */}
              <a
                href="/signed-in"
                target="_blank"
                rel="noopener"
                className={buttonClass({ variant: isTyped || isFramed() ? 'primary' : 'default' })}
              >
                {m.sign_in_in_new_tab()}
              </a>
            </>
          }
        >
          {isTyped ? m.company_sign_in_typed() : m.company_sign_in_stays()}
        </Bar>
      )}
    </div>
  )
}
