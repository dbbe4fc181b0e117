import { createFileRoute } from '@tanstack/react-router'
import { AlertsPage } from '#/features/alerts/alerts-page.tsx'
import { readAlertsSearch } from '#/features/alerts/search.ts'

/** What an account is told of by itself: of no one client. */
export const Route = createFileRoute('/_app/alerts')({
  staticData: { clientSwitch: { to: '/alerts', keep: () => ({ kept: {}, dropped: [] }) } },
  validateSearch: readAlertsSearch,
  component: AlertsPage,
})
