import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { RouterProvider, type RouterHistory } from '@tanstack/react-router'
import { StrictMode, type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isApiError } from '#/api/error.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { PASSING, forgetConnection, onReturn } from '#/api/transport/connection.ts'
import { forgetServer } from '#/api/transport/server-facts.ts'
import { SIGN_IN_PAGE } from '#/contract/sign-in/pages.ts'
import { holdSession } from '#/domain/session/reauthentication.ts'
import { dropSession, leaveSession } from '#/domain/session/leave.ts'
import { onSessionElsewhere } from '#/domain/session/sign-out.ts'
import { subscribeLocale } from '#/i18n/locale.ts'
import { beginExpiry, signInExpiry, noticeExpiry, noticeReturn } from '#/app/company-sign-in/expiry.ts'
import { hearMissingParts } from '#/app/company-sign-in/missing-part.ts'
import { createQueryClient } from '#/app/query-client.ts'
import { createAppRouter, type AppRoutes, type FirstRoutes } from '#/app/router.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { accountName } from '#/domain/session/account-name.ts'

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

  let isStopped = false
  let isBlocked = false
  /** Another account's session: page, data and address go. */
  const block = () => {
    if (isBlocked || isStopped) return
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
    if (isBlocked || signInExpiry.state === null || shown === null) return
    const session = await askForSession().catch(() => null)
    if (session === null) return
    if (session.principal === null) end()
    else if (session.principal !== shown) block()
    else noticeReturn()
  }
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

/* Browser extensions and translators move nodes, which breaks React's removals. */

let isTolerant = false

const tolerateForeignChanges = (): void => {
  if (isTolerant) return
  isTolerant = true
  // oxlint-disable-next-line typescript/unbound-method -- Called with the node below.
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function removeWherever<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    child.parentNode?.removeChild(child)
    return child
  }
  Node.prototype.insertBefore = function insertBeforeOrLast<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
}

/** Another account has signed in with this browser. */
const PrincipalChanged = ({ onReload }: { onReload: () => void }) => {
  const { data: session } = useQuery(sessionQuery)
  const title = session?.user ? m.signed_in_as({ name: accountName(session.user) }) : m.signed_in_as_other()
  return (
    <main className="grid min-h-dvh place-content-center px-4">
      <title>{`${title} · Callboard`}</title>
      <div role="alert">
        <StateMessage
          icon="user"
          level={1}
          title={title}
          actions={
            <Button variant="primary" icon="refresh" autoFocus onClick={onReload}>
              {m.reload()}
            </Button>
          }
        >
          {m.signed_in_as_text()}
        </StateMessage>
      </div>
    </main>
  )
}
