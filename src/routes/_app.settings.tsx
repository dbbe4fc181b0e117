import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '#/features/settings/settings-page.tsx'

/** What a person decides about Callboard itself: of no one client. What it asks of the archive comes with its own code. */
export const Route = createFileRoute('/_app/settings')({
  staticData: { clientSwitch: { to: '/settings', keep: () => ({ kept: {}, dropped: [] }) } },
  component: SettingsPage,
})
