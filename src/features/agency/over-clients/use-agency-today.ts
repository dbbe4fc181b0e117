import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { usualOffset } from '#/analytics/usual-offset.ts'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { Scope } from '#/api/client.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { clockOnPage, newestContactsQuery } from '#/domain/period/contacts-clock.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { clientComparisonQuery } from '#/api/client-comparison/client-comparison.ts'
import { addDays, dayAt, HOUR_MS } from '#/contract/day.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { CLIENTS_MAX, type ArchiveClientComparison } from '#/contract/archive/client-comparison.ts'

/** Clients that may have contacts, as many as our server counts; undefined: not known yet. */
export const useClientsWithContacts = (principal: string): readonly ClientRead[] | undefined => {
  const { data: agencies } = useQuery(agencyQuery(principal))
  return useMemo(
    () => agencies && clientsOf(agencies).filter(mayHaveContacts).slice(0, CLIENTS_MAX),
    [agencies],
  )
}

/** The main clock is sampled: each client costs a request on first opening. */
const MAX_CLIENTS = 3

/** The largest clients determine the main clock. */
const useClockClients = (): readonly string[] => {
  const clients = useClientsWithContacts(useSignedIn().scope.principal)
  return useMemo(
    () =>
      (clients ?? [])
        .toSorted((a, b) => (b.calls_count ?? 0) - (a.calls_count ?? 0))
        .slice(0, MAX_CLIENTS)
        .map(({ client }) => client),
    [clients],
  )
}

/** Objects with few contacts count as much as busy ones. */
const CLOCK_DAYS = 30

/** The most common offset (G6); null: unknown. */
const clockOf = ({ accounts }: ArchiveClientComparison, clients: readonly string[]): number | null => {
  const known = new Map(accounts.map(({ client, offset }) => [client, offset]))
  return usualOffset(clients.flatMap((client) => known.get(client) ?? []))
}

/**
 * Offset from our server's archive, without a request to the service.
 * @returns undefined: loading; null: unknown there
 */
const useStoredClock = (clients: readonly string[]): number | null | undefined => {
  const { principal } = useSignedIn().scope
  // The server needs the list of clients first.
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

/** Whether our server has answered: then it knows the clients. */
export const useIsClockRequested = (): boolean => useStoredClock(useClockClients()) !== undefined

/** The most common offset; null: unknown. */
const useUsualClock = (scopes: readonly Scope[]): number | null =>
  useQueries({
    queries: scopes.map((scope) => newestContactsQuery(scope, null)),
    combine: (pages) => usualOffset(pages.flatMap(({ data }) => (data ? (clockOnPage(data) ?? []) : []))),
  })

/**
 * The most common offset of the clients (G6), minutes east of UTC; null: unknown. Uses the archive before the
 * service.
 */
export const useAgencyClock = (): number | null => {
  const { scope } = useSignedIn()
  const { principal } = scope
  const clients = useClockClients()
  const storedClock = useStoredClock(clients)
  const scopes = useMemo(
    () => (storedClock === null ? clients.map((client) => ({ principal, client })) : []),
    [clients, principal, storedClock],
  )
  const usual = useUsualClock(scopes)
  return storedClock ?? usual
}

/** Today for the agency's clients: one for all, so that figures cover the same days. This device's if unknown. */
export const useAgencyToday = (): string => useToday(useAgencyClock())
