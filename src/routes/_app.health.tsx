import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '#/features/health/health-page.tsx'

/** Data problems and advice. */
export const Route = createFileRoute('/_app/health')({
  staticData: { clientSwitch: { to: '/health', keep: () => ({ retained: {}, dropped: [] }) } },
  component: HealthPage,
})
