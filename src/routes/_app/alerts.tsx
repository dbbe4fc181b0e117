import { createFileRoute } from '@tanstack/react-router'
import { AlertsPage } from '#/features/alerts/alerts-page.tsx'

/** What an account is told of by itself: of no one client. */
export const Route = createFileRoute('/_app/alerts')({
  staticData: { clientSwitch: { to: '/alerts', keep: () => ({ kept: {}, dropped: [] }) } },
  component: AlertsPage,
})
