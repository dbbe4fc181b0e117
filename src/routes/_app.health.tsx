import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '#/features/health/health-page.tsx'

/** What makes figures wrong or leaves contacts out, and what to do about it. */
export const Route = createFileRoute('/_app/health')({
  staticData: { clientSwitch: { to: '/health', keep: () => ({ kept: {}, dropped: [] }) } },
  component: HealthPage,
})
