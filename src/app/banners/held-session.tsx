import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '#/api/error.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { tellReturn } from '#/api/transport/connection.ts'
import type { Session } from '#/contract/session.ts'
import { isFramed } from '#/domain/session/framed.ts'
import { heldSession, holdSessionBy, releaseSession, useIsHeld } from '#/domain/session/held.ts'
import { tellOutside } from '#/domain/session/outside-cache.ts'
import { announceSignIn, onSessionElsewhere } from '#/domain/session/sign-out.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { isUnsaved } from '#/domain/unsaved.ts'
import { dismissToasts } from '#/ui/overlay/toast.tsx'

/** Answers to what was asked before the person signed in again do not come later. */
const LATE_MS = 30_000

/**
 * When the session ends while something is typed, the sign-in page lies over this page, which is kept as it is: unseen,
 * without focus, and quiet. It is there again for the same person; for another one all of it goes.
 */
export const HeldSession = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { session, scope } = useSignedIn()
  const { principal, sign_in: way } = session
  const isHeld = useIsHeld()
  const [isReady, setReady] = useState(false)
  const wentOnAt = useRef(-Infinity)
  const asking = useRef<Promise<void>>(null)
  const signIn = router.routesByPath['/sign-in']
  // Who signs out without a network must get there all the same.
  useEffect(() => {
    let isShown = true
    // Undefined: it is here already.
    void Promise.resolve(router.loadRouteChunk(signIn)).then(
      () => isShown && setReady(true),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [router, signIn])

  const goOn = useEffectEvent(async (opened: Session) => {
    if (heldSession.now() === null || opened.principal === null) return
    announceSignIn(opened.principal)
    if (opened.principal !== principal) {
      tellOutside(queryClient, new ApiError('principal-changed'))
      return
    }
    queryClient.setQueryData(sessionQuery.queryKey, opened)
    wentOnAt.current = Date.now()
    releaseSession()
    await router.invalidate()
    tellReturn()
  })
  const look = useEffectEvent(async () => {
    if (heldSession.now() === null) return
    const session = await askForSession({ background: true }).catch(() => null)
    if (session !== null) await goOn(session)
  })
  // A saved view, or what is arranged, shows at once: its form is closed while it is still on its way.
  const isSaving = useEffectEvent(
    () => queryClient.isMutating({ mutationKey: keyOf(ofAccount(scope.principal), 'preferences') }) > 0,
  )
  const askWhetherEnded = useEffectEvent(async () => {
    const session = await askForSession({ background: true }).catch(() => null)
    if (session?.principal === principal) return tellReturn()
    wentOnAt.current = -Infinity
    tellOutside(queryClient, new ApiError('session-ended'))
  })
  useEffect(() => {
    if (!isReady) return undefined
    const stopHolding = holdSessionBy(() => {
      if (Date.now() - wentOnAt.current < LATE_MS) {
        asking.current ??= askWhetherEnded().finally(() => (asking.current = null))
        return 'asks'
      }
      return isUnsaved() || isSaving() ? (opened) => goOn(opened) : null
    })
    // Signed in again in another tab: the company's sign-in may be a page that this one is not left for.
    const stopHearing = onSessionElsewhere((who) => {
      if (who !== null) void look()
    })
    // Other pages do not say so, and no tab of a portal's site is heard in its frame.
    const onFocus = () => void look()
    addEventListener('focus', onFocus)
    return () => {
      stopHolding()
      stopHearing()
      removeEventListener('focus', onFocus)
    }
  }, [isReady])
  // The proxy still says who asks: then a session is opened by asking.
  useEffect(() => {
    if (isHeld && way === 'proxy') void look()
  }, [isHeld, way])
  return isHeld && <SignInOver Page={signIn.options.component} />
}

const SignInOver = ({ Page }: { Page: ComponentType | undefined }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const stopKeeping = keepUnseen(dialog.current)
    dialog.current?.showModal()
    // In a portal's frame, as high as the page is, the person may be looking at another part of it.
    if (isFramed()) dialog.current?.scrollIntoView({ block: 'start' })
    return stopKeeping
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-heading"
      // There is no way around it.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      className="fixed inset-0 size-full max-h-none max-w-none overflow-y-auto bg-bg text-text"
    >
      <Suspense fallback={null}>{Page && <Page />}</Suspense>
    </dialog>,
    document.body,
  )
}

/**
 * Nothing of the page can be seen, read out, found or reached, and it asks for nothing. Its layout stays, and with it where
 * everything is scrolled to. @param over what is seen instead @returns shows it again
 */
const keepUnseen = (over: Element | null): (() => void) => {
  dismissToasts()
  focusManager.setFocused(false)
  const { activeElement } = document
  const pages = [...document.body.children].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one !== over,
  )
  // Browsers say of an open dialog itself that it is to be seen.
  const dialogs = pages.flatMap((page) => [...page.querySelectorAll('dialog')])
  for (const page of pages) page.toggleAttribute('inert', true)
  for (const one of [...pages, ...dialogs]) one.style.visibility = 'hidden'
  return () => {
    for (const page of pages) page.toggleAttribute('inert', false)
    for (const one of [...pages, ...dialogs]) one.style.visibility = ''
    focusManager.setFocused(undefined)
    if (activeElement instanceof HTMLElement) activeElement.focus()
    // What had the focus may be disabled while it waits for an answer.
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  }
}
