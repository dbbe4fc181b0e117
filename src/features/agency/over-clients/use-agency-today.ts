import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { useUsualClock } from '#/domain/period/contacts-clock.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useKeptClock } from './use-kept-clock.ts'

/** The clock of most is known by the largest: each costs a request when the page is opened first. */
const CLIENTS_ASKED = 3

/**
 * The day it is for an agency's clients (G6): one day for all, so that their figures are of the same days. This device's
 * only as long as no contact is known.
 */
export const useAgencyToday = (): string => {
  const { scope } = useSignedIn()
  const { principal } = scope
  const { data: agencies } = useQuery(agencyQuery(principal))
  const kept = useKeptClock()
  const asked = useMemo(
    () =>
      clientsOf(kept === null ? (agencies ?? []) : [])
        .filter(mayHaveContacts)
        .toSorted((a, b) => (b.calls_count ?? 0) - (a.calls_count ?? 0))
        .slice(0, CLIENTS_ASKED)
        .map(({ client }) => ({ principal, client })),
    [agencies, principal, kept],
  )
  const usual = useUsualClock(asked)
  return useToday(kept ?? usual)
}
