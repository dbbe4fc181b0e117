import { createFileRoute } from '@tanstack/react-router'
import { archiveSummaryQuery } from '#/api/archive.ts'
import { SettingsPage } from '#/features/settings/settings-page.tsx'

/** What a person decides about Callboard itself: of no one client. */
export const Route = createFileRoute('/_app/settings')({
  staticData: { clientSwitch: { to: '/settings', keep: () => ({ kept: {}, dropped: [] }) } },
  loader: ({ context: { queryClient, scope } }) =>
    void queryClient.prefetchQuery(archiveSummaryQuery(scope.principal)),
  component: SettingsPage,
})
