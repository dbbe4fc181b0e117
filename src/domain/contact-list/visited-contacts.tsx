import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import type { CallRead } from '#/contract/call.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

export interface VisitedContact {
  readonly oid: string
  readonly call: Pick<CallRead, 'id' | 'caller' | 'phone_number_from' | 'status' | 'date'>
  readonly objectTitle: string | null
}

const MOST = 8

/**
 * Recently opened contacts, last first. In the query cache, so that they are dropped with the client; never
 * persisted.
 */
export const visitedContactsQuery = (scope: Scope) =>
  queryOptions<readonly VisitedContact[]>({
    ...OWN_STATE,
    queryKey: keyOf(scope, 'visited_contacts'),
    initialData: [],
  })

const CONTACT = /^\/objects\/([^/]+)\/calls\/([^/]+)\/?$/

export const ContactVisits = () => {
  const place = useLocation({ select: ({ pathname }) => CONTACT.exec(pathname) })
  const [, oid, callId] = place ?? []
  if (oid === undefined || callId === undefined) return null
  return <ContactVisit oid={decodeURIComponent(oid)} callId={decodeURIComponent(callId)} />
}

const ContactVisit = ({ oid, callId }: { oid: string; callId: string }) => {
  const { principal, client } = useSignedIn().scope
  const queryClient = useQueryClient()
  // The page requests it.
  const { data } = useQuery({ ...callQuery({ principal, client }, oid, callId), enabled: false })
  useEffect(() => {
    if (!data) return
    const { id, caller, phone_number_from, status, date } = data.call
    const visited: VisitedContact = {
      oid,
      call: { id, caller, phone_number_from, status, date },
      objectTitle: data.meta?.obj?.title || null,
    }
    const { queryKey } = visitedContactsQuery({ principal, client })
    const before = queryClient.getQueryData(queryKey) ?? []
    const others = before.filter((one) => one.oid !== oid || one.call.id !== id)
    queryClient.setQueryData(queryKey, [visited, ...others].slice(0, MOST))
  }, [queryClient, principal, client, oid, data])
  return null
}
