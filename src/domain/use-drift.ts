import { useSelector } from '@tanstack/react-store'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { archiveDriftQuery } from '#/api/console/archive-drift.ts'
import { driftOf, checkAnswers, checkedAnswers, type SeenDrift } from '#/api/console/drift-log.ts'
import { fieldsWithoutRight } from '#/contract/call-fields.ts'
import { endpoints } from '#/contract/endpoints.ts'
import type { DifferenceKind } from '#/contract/check/check-answer.ts'
import { hiddenFields } from '#/domain/client/hidden-fields.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

export type ShownKind = Exclude<DifferenceKind, 'hidden'>

type OfService = SeenDrift & { readonly kind: ShownKind }

/** Contract differences in the latest answers to pages and to the archive's reader, with the number checked. */
export const useDrift = () => {
  const { session, scope } = useSignedIn()
  const answers = useSelector(checkedAnswers)
  const { data: agencies } = useQuery({
    ...agencyQuery(scope.principal),
    enabled: session.user?.is_agency_manager === true,
  })
  const { data: archived } = useQuery({
    ...archiveDriftQuery(scope),
    enabled: !needsClient(session, scope),
  })
  // Checks recent answers now instead of at idle.
  useEffect(() => checkAnswers(), [])
  const clients = clientsOf(agencies ?? [])
  const byRights = new Set<string>(fieldsWithoutRight(session.rights))
  const isHidden = (field: string, client: string | null) =>
    byRights.has(field) || hiddenFields(clients.find((one) => one.client === client)).has(field)
  return {
    answerCount: answers.length + (archived?.answers ?? 0),
    rows: driftOf(answers, isHidden, archived && { ...archived, endpoint: endpoints.all_calls }).filter(
      (row): row is OfService => row.kind !== 'hidden',
    ),
  }
}
