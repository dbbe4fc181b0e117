import './styles.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { startApp } from './app/start-app.tsx'

startApp(document.getElementById('root')!, createBrowserHistory())
