import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '#/features/settings/settings-page.tsx'

/** Independent of a client. */
export const Route = createFileRoute('/_app/settings')({
  staticData: { clientSwitch: { to: '/settings', keep: () => ({ retained: {}, dropped: [] }) } },
  component: SettingsPage,
})
