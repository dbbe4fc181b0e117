import './styles.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { startApp } from './app/start-app.tsx'
import { isFramed } from './domain/session/framed.ts'

const page = document.getElementById('root')!
startApp(page, createBrowserHistory())
if (isFramed()) void import('./app/tell-portal.ts').then(({ tellPortal }) => tellPortal(page))
