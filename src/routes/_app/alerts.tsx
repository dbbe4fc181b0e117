import { createFileRoute } from '@tanstack/react-router'
import { AlertsPage } from '#/features/alerts/alerts-page.tsx'
import { readAlertsSearch } from '#/features/alerts/search.ts'

export const Route = createFileRoute('/_app/alerts')({
  staticData: { clientSwitch: { to: '/alerts', keep: () => ({ retained: {}, dropped: [] }) } },
  validateSearch: readAlertsSearch,
  component: AlertsPage,
})
