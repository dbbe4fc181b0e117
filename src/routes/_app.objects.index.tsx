import { createFileRoute } from '@tanstack/react-router'
import { objectsQuery } from '#/api/objects.ts'
import { objectStatusFilter } from '#/contract/call-filters.ts'
import { ObjectsPage } from '#/features/objects/list/objects-page.tsx'
import { needsClient } from '#/domain/session/scope.ts'

export const Route = createFileRoute('/_app/objects/')({
  validateSearch: (raw) => {
    const status = objectStatusFilter.safeParse(raw['status'])
    return status.success ? { status: status.data } : {}
  },
  loaderDeps: ({ search }) => ({ status: search.status }),
  loader: ({ context: { queryClient, session, scope }, deps }) => {
    if (!needsClient(session, scope)) void queryClient.prefetchQuery(objectsQuery(scope, deps.status))
  },
  component: ObjectsPage,
})
