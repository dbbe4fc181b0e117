import { createFileRoute } from '@tanstack/react-router'
import { objectQuery } from '#/api/objects.ts'
import { ObjectPage } from '#/features/objects/object/object-page.tsx'
import { needsClient } from '#/domain/session/scope.ts'

export const Route = createFileRoute('/_app/objects/$oid/')({
  // Objects are client-specific.
  staticData: { clientSwitch: { to: '/objects', keep: () => ({ kept: {}, dropped: [] }) } },
  loader: ({ context: { queryClient, session, scope }, params }) => {
    if (!needsClient(session, scope)) void queryClient.prefetchQuery(objectQuery(scope, params.oid))
  },
  component: ObjectPage,
})
