import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionQuery } from '#/api/session.ts'
import { cleanArrival } from '#/features/journal/arrival.ts'
import { leaveSession } from '#/features/shell/leave.ts'
import { onSignOutElsewhere } from '#/features/shell/sign-out.ts'
import { getLocale, subscribeLocale } from '#/i18n/locale.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'

const history = createBrowserHistory()
// Before the router reads the address: the caller and invalid values do not belong in it.
const arrival = cleanArrival(location.pathname + location.search)
if (arrival) history.replace(arrival.href, arrival.state)

const queryClient = createQueryClient(() => leave())
const router = createAppRouter(queryClient, history)

/** Nothing of the last session stays; the sign-in page brings the person back to where they were. */
const leave = () => {
  if (router.state.location.pathname === '/sign-in') return
  const next = router.state.location.href
  void leaveSession(queryClient, () => router.navigate({ to: '/sign-in', search: { next, ended: '1' } }))
}
onSignOutElsewhere(leave)

// A page that comes back from the back/forward cache may show what a signed-out person must not see.
addEventListener('pageshow', (event) => {
  if (event.persisted)
    void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then((s) => s.principal || leave())
})

const App = () => {
  // Every text is a function of the language, so one key at the root redraws them all.
  const locale = useSyncExternalStore(subscribeLocale, getLocale)
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={locale} router={router} />
    </QueryClientProvider>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
