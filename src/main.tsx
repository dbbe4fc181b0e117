import './styles.css'
import { createBrowserHistory } from '@tanstack/react-router'
import type { AppRoutes, FirstRoutes } from './app/router.tsx'
import { startApp } from './app/start-app.tsx'
import { SIGN_IN_PAGE } from './contract/sign-in/pages.ts'
import { isFramed } from './domain/session/framed.ts'
import { beginLocale } from './i18n/locale.ts'
import { isPresentedNow } from './i18n/privacy-mode.ts'
import { fetchRoutes, signInRoutes } from './sign-in-routes.ts'
import { whenIdle } from './ui/when-idle.ts'

const page = document.getElementById('root')!
// Nothing is drawn before the masks are here: without them the page does not begin.
const masks =
  isPresentedNow() && import('./app/privacy-mode/begin-privacy-mode.tsx').then(({ present }) => present())
beginLocale()
const start = async (routes: AppRoutes | FirstRoutes) => {
  await masks
  startApp(page, createBrowserHistory(), routes)
}
// Who signs in waits for no page but that one: the others come while they type.
if (location.pathname === SIGN_IN_PAGE)
  void start(signInRoutes).then(() => whenIdle(() => void fetchRoutes().catch(() => undefined)))
// Where they do not come it is as with any other script (theme.js).
else void fetchRoutes().then(start, () => document.documentElement.classList.add('cut-off'))
if (isFramed()) void import('./app/portal-messaging.ts').then(({ notifyPortal }) => notifyPortal(page))
