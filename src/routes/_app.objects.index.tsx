import { createFileRoute } from '@tanstack/react-router'
import { firstAnswer } from '#/api/first-answer.ts'
import { objectsQuery } from '#/api/objects.ts'
import { objectStatusFilter, readParameters, type ObjectStatusFilter } from '#/contract/call-filters.ts'
import { keepSurvivors } from '#/domain/client/client-switch.ts'
import { ObjectsPage } from '#/features/objects/list/objects-page.tsx'
import { needsClient } from '#/domain/session/scope.ts'

const SCHEMAS = { status: objectStatusFilter }

export const Route = createFileRoute('/_app/objects/')({
  staticData: {
    clientSwitch: {
      to: '/objects',
      keep: (search) => keepSurvivors(readParameters(SCHEMAS, search).values, {}),
    },
  },
  // Undefined overrides the raw parameter.
  validateSearch: (raw): { status?: ObjectStatusFilter | undefined } => ({
    status: readParameters(SCHEMAS, raw).values.status,
  }),
  loaderDeps: ({ search }) => ({ status: search.status }),
  loader: ({ context: { queryClient, session, scope }, deps }) =>
    needsClient(session, scope) ? undefined : firstAnswer(queryClient, objectsQuery(scope, deps.status)),
  component: ObjectsPage,
})
