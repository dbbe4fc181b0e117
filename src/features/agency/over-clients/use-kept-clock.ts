import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agencyQuery } from '#/api/agency.ts'
import { archiveRollUpQuery } from '#/api/archive-roll-up.ts'
import { addDays, dayAt, HOUR_MS } from '#/contract/day.ts'
import type { ArchiveRollUp } from '#/contract/archive/roll-up.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

const CLOCK_DAYS = 7

/** The clock of most contacts that our server keeps of any client (G6); null: none says it. */
const clockOf = ({ accounts }: ArchiveRollUp): number | null => {
  const contacts = new Map<number, number>()
  for (const { offset, counts } of accounts)
    if (offset !== null && counts) contacts.set(offset, (contacts.get(offset) ?? 0) + counts.contacts)
  return [...contacts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

/**
 * The clock of an agency's clients as our server knows it from what it keeps: the service need not be asked.
 * @returns undefined: that is not known yet; null: it does not know
 */
export const useKeptClock = (): number | null | undefined => {
  const { session, scope } = useSignedIn()
  const { principal } = scope
  const isOff = session.archive === 'off'
  // Our server knows the clients then: it does not have to ask for them itself.
  const { isSuccess } = useQuery(agencyQuery(principal))
  const [days] = useState(() => {
    const to = dayAt(Date.now(), null)
    return { from: addDays(to, 1 - CLOCK_DAYS), to }
  })
  const { data, isError } = useQuery({
    ...archiveRollUpQuery(principal, { days, compared: null }),
    enabled: !isOff && isSuccess,
    staleTime: HOUR_MS,
    refetchInterval: false,
  })
  if (isOff || isError || data === null) return null
  return data && clockOf(data)
}
