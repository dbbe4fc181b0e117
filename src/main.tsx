import './styles.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { startApp } from './app/start-app.tsx'
import { isFramed } from './domain/session/framed.ts'
import { beginLocale } from './i18n/locale.ts'

const page = document.getElementById('root')!
void beginLocale().then(() => startApp(page, createBrowserHistory()))
if (isFramed()) void import('./app/tell-portal.ts').then(({ tellPortal }) => tellPortal(page))
