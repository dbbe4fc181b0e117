import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { usualOffset } from '#/analytics/columns/dataset.ts'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { Scope } from '#/api/client.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { clockOnPage, newestContactsQuery } from '#/domain/period/contacts-clock.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { clientComparisonQuery } from '#/api/client-comparison/client-comparison.ts'
import { addDays, dayAt, HOUR_MS } from '#/contract/day.ts'
import type { ArchiveClientComparison } from '#/contract/archive/client-comparison.ts'

/** The clock of most is known by the largest: each costs a request when the page is opened first. */
const CLIENTS_ASKED = 3

/** The largest clients: theirs is the clock of most. */
const useAskedClients = (): readonly string[] => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery(agencyQuery(scope.principal))
  return useMemo(
    () =>
      clientsOf(agencies ?? [])
        .filter(mayHaveContacts)
        .toSorted((a, b) => (b.calls_count ?? 0) - (a.calls_count ?? 0))
        .slice(0, CLIENTS_ASKED)
        .map(({ client }) => client),
    [agencies],
  )
}

const CLOCK_DAYS = 7

/** The clock that most of these clients have (G6); null: it is known of none. */
const clockOf = ({ accounts }: ArchiveClientComparison, clients: readonly string[]): number | null => {
  const known = new Map(accounts.map(({ client, offset }) => [client, offset]))
  return usualOffset(clients.flatMap((client) => known.get(client) ?? []))
}

/**
 * The clock of some of an agency's clients as our server knows it from what it keeps: the service need not be asked.
 * @returns undefined: that is not known yet; null: it does not know
 */
const useKeptClock = (clients: readonly string[]): number | null | undefined => {
  const { principal } = useSignedIn().scope
  // Our server knows the clients then: it does not have to ask for them itself.
  const { isSuccess } = useQuery(agencyQuery(principal))
  const [days] = useState(() => {
    const to = dayAt(currentTime(), null)
    return { from: addDays(to, 1 - CLOCK_DAYS), to }
  })
  const { data, isError } = useQuery({
    ...clientComparisonQuery(principal, { days, compared: null }, null),
    enabled: isSuccess,
    staleTime: HOUR_MS,
    refetchInterval: false,
  })
  if (isError) return null
  return data && clockOf(data, clients)
}

/** Whether our server has said what clock it knows of the clients: it knows them, and has told its part. */
export const useIsClockAsked = (): boolean => useKeptClock(useAskedClients()) !== undefined

/** The clock that most of several clients have; null as long as none is known. */
const useUsualClock = (scopes: readonly Scope[]): number | null =>
  useQueries({
    queries: scopes.map((scope) => newestContactsQuery(scope, null)),
    combine: (pages) => usualOffset(pages.flatMap(({ data }) => (data ? (clockOnPage(data) ?? []) : []))),
  })

/**
 * The clock that most of an agency's clients have (G6), minutes east of UTC; null as long as no contact is known. What our
 * server keeps says it without a request to the service.
 */
export const useAgencyClock = (): number | null => {
  const { scope } = useSignedIn()
  const { principal } = scope
  const clients = useAskedClients()
  const kept = useKeptClock(clients)
  const asked = useMemo(
    () => (kept === null ? clients.map((client) => ({ principal, client })) : []),
    [clients, principal, kept],
  )
  const usual = useUsualClock(asked)
  return kept ?? usual
}

/**
 * The day it is for an agency's clients: one day for all, so that their figures are of the same days. This device's only
 * as long as no contact is known.
 */
export const useAgencyToday = (): string => useToday(useAgencyClock())
