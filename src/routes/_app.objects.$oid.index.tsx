import { createFileRoute } from '@tanstack/react-router'
import { firstAnswer } from '#/api/first-answer.ts'
import { objectQuery } from '#/api/objects.ts'
import { ObjectPage } from '#/features/objects/object/object-page.tsx'
import { needsClient } from '#/domain/session/scope.ts'

export const Route = createFileRoute('/_app/objects/$oid/')({
  // Objects are client-specific.
  staticData: { clientSwitch: { to: '/objects', keep: () => ({ retained: {}, dropped: [] }) } },
  loader: ({ context: { queryClient, session, scope }, params, cause }) =>
    needsClient(session, scope) ? undefined : firstAnswer(queryClient, objectQuery(scope, params.oid), cause),
  component: ObjectPage,
})
