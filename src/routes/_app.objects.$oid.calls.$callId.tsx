import { createFileRoute } from '@tanstack/react-router'
import { firstAnswer } from '#/api/first-answer.ts'
import { callQuery } from '#/api/calls.ts'
import { CallPage } from '#/features/call/call-page.tsx'
import { arriveAtContact, JOURNAL_SWITCH } from '#/domain/contact-list/search.ts'
import { needsClient } from '#/domain/session/scope.ts'

export const Route = createFileRoute('/_app/objects/$oid/calls/$callId')({
  staticData: { arrive: arriveAtContact, clientSwitch: JOURNAL_SWITCH },
  loader: ({ context: { queryClient, session, scope }, params, cause }) => {
    if (needsClient(session, scope)) return undefined
    return firstAnswer(queryClient, callQuery(scope, params.oid, params.callId), cause)
  },
  component: CallPage,
})
