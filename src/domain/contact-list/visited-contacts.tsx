import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import type { CallRead } from '#/contract/call.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** A contact whose page was open. */
export interface VisitedContact {
  readonly oid: string
  readonly call: Pick<CallRead, 'id' | 'caller' | 'phone_number_from' | 'status' | 'date'>
  readonly objectTitle: string | null
}

const MOST = 8

/**
 * The contacts that were opened in this visit, the last one first. Kept with the answers of their client, so that they go
 * when those do, and never stored.
 */
export const visitedContactsQuery = (scope: Scope) =>
  queryOptions<readonly VisitedContact[]>({
    ...OWN_STATE,
    queryKey: keyOf(scope, 'visited_contacts'),
    initialData: [],
  })

const CONTACT = /^\/objects\/([^/]+)\/calls\/([^/]+)\/?$/

/** Remembers the contact whose page is open, once it is here. */
export const ContactVisits = () => {
  const place = useLocation({ select: ({ pathname }) => CONTACT.exec(pathname) })
  const [, oid, callId] = place ?? []
  if (oid === undefined || callId === undefined) return null
  return <ContactVisit oid={decodeURIComponent(oid)} callId={decodeURIComponent(callId)} />
}

const ContactVisit = ({ oid, callId }: { oid: string; callId: string }) => {
  const { principal, client } = useSignedIn().scope
  const queryClient = useQueryClient()
  // The page asks.
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
