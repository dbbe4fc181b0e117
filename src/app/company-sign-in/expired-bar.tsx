import { useSelector } from '@tanstack/react-store'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { isFramed } from '#/domain/session/framed.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { followTyping, isUnsaved, onUnsaved } from '#/domain/saving/unsaved.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { Bar } from '#/app/banners/bar.tsx'
import { signInExpiry, signInHere } from './expiry.ts'

/**
 * One bar while the company's sign-in has expired, also inside open dialogs. The page stays, as another tab can
 * sign in.
 */
export const ExpiredBar = () => {
  const expiry = useSelector(signInExpiry)
  useEffect(followTyping, [])
  const isTyped = useSyncExternalStore(onUnsaved, isUnsaved)
  // With our own sign-in, the network's may be meant.
  const isCompanys = useSignedIn().session.sign_in !== 'session' || isFramed()
  const bar = expiry !== null && (
    <Bar
      icon="clock"
      title={
        expiry === 'loops' ? m.sign_in_loops() : isCompanys ? m.company_sign_in_over() : m.sign_in_between()
      }
      actions={
        <>
          {!isTyped && !isFramed() && (
            <Button variant="primary" onClick={signInHere}>
              {m.sign_in_submit()}
            </Button>
          )}
          {/* A plain link: the document must be requested. */}
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
  )
  return (
    <>
      <div role="status" className="empty:hidden">
        {bar}
      </div>
      {bar && <InOpenDialog>{bar}</InOpenDialog>}
    </>
  )
}

const openDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? null
const onDialogs = (listener: () => void) => {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}

const InOpenDialog = ({ children }: { children: ReactNode }) => {
  const dialog = useSyncExternalStore(onDialogs, openDialog)
  return (
    dialog &&
    createPortal(
      <div role="status" className="mt-5 overflow-hidden rounded-2">
        {children}
      </div>,
      dialog,
    )
  )
}
