import { createFileRoute } from '@tanstack/react-router'
import { firstAnswer } from '#/api/first-answer.ts'
import { objectsQuery } from '#/api/objects.ts'
import { objectStatusFilter, readParameters, type ObjectStatusFilter } from '#/contract/call-filters.ts'
import { keepSurvivors } from '#/domain/client/client-switch.ts'
import { ObjectsPage } from '#/features/objects/list/objects-page.tsx'
import { arriveWithout, readListSearch } from '#/domain/search-params.ts'
import { needsClient } from '#/domain/session/scope.ts'

interface ObjectsSearch {
  readonly status?: ObjectStatusFilter | undefined
  readonly q?: string | undefined
}

const read = (raw: Readonly<Record<string, unknown>>) => {
  const { values, dropped } = readParameters({ status: objectStatusFilter }, raw)
  const search: ObjectsSearch = { ...values, ...readListSearch(raw) }
  return { search, dropped }
}

export const Route = createFileRoute('/_app/objects/')({
  staticData: {
    arrive: (raw) => arriveWithout(read(raw)),
    clientSwitch: {
      to: '/objects',
      keep: (search) => keepSurvivors({ status: read(search).search.status }, {}),
    },
  },
  validateSearch: (raw) => read(raw).search,
  loaderDeps: ({ search }) => ({ status: search.status }),
  loader: ({ context: { queryClient, session, scope }, deps, cause }) =>
    needsClient(session, scope)
      ? undefined
      : firstAnswer(queryClient, objectsQuery(scope, deps.status), cause),
  component: ObjectsPage,
})
