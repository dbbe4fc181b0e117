import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type RouterHistory } from '@tanstack/react-router'
import { StrictMode, useEffect, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { isApiError } from '#/api/error.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { forgetConnection, onReturn, PASSING } from '#/api/transport/connection.ts'
import { forgetServer } from '#/api/transport/server-facts.ts'
import { SIGN_IN_PAGE } from '#/contract/sign-in/pages.ts'
import { holdSession } from '#/domain/session/reauthentication.ts'
import { dropSession, leaveSession } from '#/domain/session/leave.ts'
import { onSessionElsewhere } from '#/domain/session/sign-out.ts'
import { subscribeLocale } from '#/i18n/locale.ts'
import { PrincipalChanged } from './principal-changed.tsx'
import { beginExpiry, expiryState, noticeExpiry, noticeReturn } from './company-sign-in/expiry.ts'
import { hearMissingParts } from './company-sign-in/missing-part.ts'
import { createQueryClient } from './query-client.ts'
import { tolerateForeignChanges } from './foreign-changes.ts'
import { createAppRouter, type AppRoutes, type FirstRoutes } from './router.tsx'

const AT_THE_LATEST_MS = 1_500

/**
 * Mounts the app: router, cache and session handling. Once per page; tests call `stop`.
 * @param routes all, or the first ones
 */
export const startApp = (page: HTMLElement, history: RouterHistory, routes: AppRoutes | FirstRoutes) => {
  const queryClient = createQueryClient({
    onSessionEnded: () => end(),
    onPrincipalChanged: () => block(),
    onSignInExpired: noticeExpiry,
  })
  const router = createAppRouter(queryClient, history, routes)
  tolerateForeignChanges()
  const root = createRoot(page)
  const show = (content: ReactNode) => root.render(<StrictMode>{content}</StrictMode>)

  const shownPrincipal = () => queryClient.getQueryData(sessionQuery.queryKey)?.principal ?? null

  /** Drops everything; the sign-in page returns to this address. */
  const leave = () => {
    const { pathname, href: next } = router.state.location
    // Refused credentials don't end a session.
    if (isBlocked || pathname === SIGN_IN_PAGE || shownPrincipal() === null) return
    void leaveSession(queryClient, () =>
      router.navigate({ to: SIGN_IN_PAGE, search: { next, ended: '1' }, ignoreBlocker: true }),
    )
  }

  /** Holds unsaved work for signing in again, else leaves. */
  const end = () => holdSession() || leave()

  let isBlocked = false
  /** Another account's session: page, data and address go. */
  const block = () => {
    if (isBlocked) return
    isBlocked = true
    dropSession(queryClient, () => show(null))
    history.replace('/')
    show(
      <QueryClientProvider client={queryClient}>
        <PrincipalChanged onReload={() => location.reload()} />
      </QueryClientProvider>,
    )
  }

  /** The company's sign-in may work again by another tab. */
  const lookForReturn = async () => {
    const shown = shownPrincipal()
    if (isBlocked || expiryState.now() === null || shown === null) return
    const session = await askForSession().catch(() => null)
    if (session === null) return
    if (session.principal === null) end()
    else if (session.principal !== shown) block()
    else noticeReturn()
  }
  let isStopped = false
  let returning: ReturnType<typeof setTimeout> | undefined
  const loadAgain = async () => {
    await queryClient.refetchQueries({ predicate: ({ state }) => isApiError(state.error, ...PASSING) })
    if (isStopped) return
    await router.invalidate({ filter: ({ status }) => status === 'error' })
  }
  const onReturned = () => {
    void lookForReturn()
    // Jitter: many pages return to a recovering service.
    clearTimeout(returning)
    returning = setTimeout(() => void loadAgain(), Math.random() * AT_THE_LATEST_MS)
  }
  const onSight = () => void (document.visibilityState === 'visible' && lookForReturn())

  const stopHearing = onSessionElsewhere((principal) => {
    const shown = shownPrincipal()
    if (isBlocked) location.reload()
    else if (principal === null) leave()
    else if (shown !== null && principal !== shown) block()
    else void lookForReturn()
  })

  /** Whether the session still belongs to the displayed account. */
  const isSameAccount = async () => {
    const shown = shownPrincipal()
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null)
    return session?.principal === shown
  }

  // Hidden in the back/forward cache until verified, as the user may have signed out.
  const onHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) page.hidden = true
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    void isSameAccount().then((same) => (same ? (page.hidden = false) : location.reload()))
  }
  addEventListener('pagehide', onHide)
  addEventListener('pageshow', onShow)
  addEventListener('focus', onSight)
  document.addEventListener('visibilitychange', onSight)
  beginExpiry()
  forgetServer()
  forgetConnection()
  const stopReturning = onReturn(onReturned)
  const stopMissing = hearMissingParts()

  const App = () => {
    // Remounts on language change, except the sign-in page, which keeps input.
    const [drawn, setDrawn] = useState(0)
    useEffect(
      () =>
        subscribeLocale(() => {
          if (router.state.location.pathname !== SIGN_IN_PAGE) setDrawn((times) => times + 1)
        }),
      [],
    )
    return (
      <QueryClientProvider client={queryClient}>
        <RouterProvider key={drawn} router={router} />
      </QueryClientProvider>
    )
  }
  show(<App />)

  return {
    router,
    queryClient,
    /** Takes the page away with all that it fetched. */
    stop: () => {
      isStopped = true
      clearTimeout(returning)
      stopHearing()
      stopMissing()
      stopReturning()
      removeEventListener('pagehide', onHide)
      removeEventListener('pageshow', onShow)
      removeEventListener('focus', onSight)
      document.removeEventListener('visibilitychange', onSight)
      dropSession(queryClient, () => root.unmount())
    },
  }
}
