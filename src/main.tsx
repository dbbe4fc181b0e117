import './styles.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { cleanArrival } from '#/features/journal/arrival.ts'
import { cleanOverviewArrival } from '#/features/overview/arrival.ts'
import { startApp } from './app/start-app.tsx'

const history = createBrowserHistory()
// Before the router reads the address: the caller and invalid values do not belong in it.
const address = location.pathname + location.search
const arrival = cleanArrival(address) ?? cleanOverviewArrival(address)
if (arrival) history.replace(arrival.href, arrival.state)

startApp(document.getElementById('root')!, history)
