import { currentTime } from '#/api/transport/server-facts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usualOffset } from '#/analytics/columns/dataset.ts'
import { agencyQuery } from '#/api/agency.ts'
import { clientComparisonQuery } from '#/api/client-comparison/client-comparison.ts'
import { addDays, dayAt, HOUR_MS } from '#/contract/day.ts'
import type { ArchiveClientComparison } from '#/contract/archive/client-comparison.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

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
export const useKeptClock = (clients: readonly string[]): number | null | undefined => {
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
