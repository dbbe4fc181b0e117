import './styles.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { startApp } from './app/start-app.tsx'
import { isFramed } from './domain/session/framed.ts'
import { beginLocale } from './i18n/locale.ts'
import { isPresentedNow } from './i18n/presenting.ts'

const page = document.getElementById('root')!
// Nothing is drawn before the masks are here: without them the page does not begin.
const masks =
  isPresentedNow() && import('./app/presenting/begin-presenting.tsx').then(({ present }) => present())
void Promise.all([beginLocale(), masks]).then(() => startApp(page, createBrowserHistory()))
if (isFramed()) void import('./app/tell-portal.ts').then(({ tellPortal }) => tellPortal(page))
