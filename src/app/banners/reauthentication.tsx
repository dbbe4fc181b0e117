import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '#/api/error.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { notifyReturn } from '#/api/transport/connection.ts'
import type { Session } from '#/contract/session.ts'
import { isFramed } from '#/domain/session/framed.ts'
import {
  pendingReauthentication,
  holdSessionBy,
  releaseSession,
  useIsReauthentication,
} from '#/domain/session/reauthentication.ts'
import { reportOutsideError } from '#/domain/session/outside-cache.ts'
import { announceSignIn, onSessionElsewhere } from '#/domain/session/sign-out.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { isUnsaved } from '#/domain/saving/unsaved.ts'
import { dismissToasts } from '#/ui/overlay/toast.tsx'

/** Late answers of requests before signing in again. */
const LATE_MS = 30_000

/**
 * If the session ends with unsaved input, the sign-in page overlays this one, hidden and inert. It returns for
 * the same user; another one's sign-in drops it.
 */
export const Reauthentication = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { session, scope } = useSignedIn()
  const { principal, sign_in: way } = session
  const isReauthentication = useIsReauthentication()
  const [isReady, setReady] = useState(false)
  const wentOnAt = useRef(-Infinity)
  const sessionCheck = useRef<Promise<void>>(null)
  const signIn = router.routesByPath['/sign-in']
  // Signing out works offline too.
  useEffect(() => {
    let isShown = true
    // Undefined: already loaded.
    void Promise.resolve(router.loadRouteChunk(signIn)).then(
      () => isShown && setReady(true),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [router, signIn])

  const goOn = useEffectEvent(async (opened: Session) => {
    if (pendingReauthentication.state === null || opened.principal === null) return
    announceSignIn(opened.principal)
    if (opened.principal !== principal) {
      reportOutsideError(queryClient, new ApiError('principal-changed'))
      return
    }
    queryClient.setQueryData(sessionQuery.queryKey, opened)
    wentOnAt.current = Date.now()
    releaseSession()
    await router.invalidate()
    notifyReturn()
  })
  const check = useEffectEvent(async () => {
    if (pendingReauthentication.state === null) return
    const session = await askForSession({ background: true }).catch(() => null)
    if (session !== null) await goOn(session)
  })
  // Optimistic forms close while still saving.
  const isSaving = useEffectEvent(
    () => queryClient.isMutating({ mutationKey: keyOf(ofAccount(scope.principal), 'preferences') }) > 0,
  )
  const askWhetherEnded = useEffectEvent(async () => {
    const session = await askForSession({ background: true }).catch(() => null)
    if (session?.principal === principal) return notifyReturn()
    wentOnAt.current = -Infinity
    reportOutsideError(queryClient, new ApiError('session-ended'))
  })
  useEffect(() => {
    if (!isReady) return undefined
    const stopHolding = holdSessionBy(() => {
      if (Date.now() - wentOnAt.current < LATE_MS) {
        sessionCheck.current ??= askWhetherEnded().finally(() => (sessionCheck.current = null))
        return 'asks'
      }
      return isUnsaved() || isSaving() ? (opened) => goOn(opened) : null
    })
    // Signed in again in another tab.
    const stopHearing = onSessionElsewhere((who) => {
      if (who !== null) void check()
    })
    // Not all pages broadcast, and frames have partitioned channels.
    const onFocus = () => void check()
    addEventListener('focus', onFocus)
    return () => {
      stopHolding()
      stopHearing()
      removeEventListener('focus', onFocus)
    }
  }, [isReady])
  // Behind an authenticating proxy a request opens a session.
  useEffect(() => {
    if (isReauthentication && way === 'proxy') void check()
  }, [isReauthentication, way])
  return isReauthentication && <SignInOver Page={signIn.options.component} />
}

const SignInOver = ({ Page }: { Page: ComponentType | undefined }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const stopKeeping = keepUnseen(dialog.current)
    dialog.current?.showModal()
    // A frame may be as high as its page, with this out of view.
    if (isFramed()) dialog.current?.scrollIntoView({ block: 'start' })
    return stopKeeping
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-heading"
      // Can't be dismissed.
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
 * Hides a page from view, assistive technology and requests, keeping layout and scroll positions. @param over
 * shown instead @returns restores it
 */
const keepUnseen = (over: Element | null): (() => void) => {
  dismissToasts()
  focusManager.setFocused(false)
  const { activeElement } = document
  const pages = [...document.body.children].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one !== over,
  )
  // Open dialogs are reported as visible.
  const dialogs = pages.flatMap((page) => [...page.querySelectorAll('dialog')])
  for (const page of pages) page.toggleAttribute('inert', true)
  for (const one of [...pages, ...dialogs]) one.style.visibility = 'hidden'
  return () => {
    for (const page of pages) page.toggleAttribute('inert', false)
    for (const one of [...pages, ...dialogs]) one.style.visibility = ''
    focusManager.setFocused(undefined)
    if (activeElement instanceof HTMLElement) activeElement.focus()
    // The focused element may be disabled meanwhile.
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  }
}
