import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readCallFilters, type CallFilters } from '#/contract/call-filters.ts'
import { keepCaller, readCaller, type CallerState } from '#/features/shell/session/caller.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'

type Search = Omit<CallFilters, 'from_filter'>
interface LinkLook {
  className?: string
  title?: string
  children: ReactNode
}

/** The journal a contact was opened from, with its filters; for one opened by link, its object's. */
const useOrigin = (oid: string) => {
  const { scope } = useSignedIn()
  const state = useLocation({ select: (location) => location.state })
  const { journal } = state
  // The caller is personal data and travels in the history entry's state, never in the address.
  const { from_filter: _, ...search } = readCallFilters(journal?.search ?? {}).filters
  return { oid: journal?.all ? null : oid, search, state: keepCaller(readCaller(state, scope), scope) }
}

const JournalLink = ({
  oid,
  ...link
}: LinkLook & { oid: string | null; search: Search; state?: CallerState }) =>
  oid === null ? <Link to="/calls" {...link} /> : <Link to="/objects/$oid/calls" params={{ oid }} {...link} />

/** Back to where the contact was opened. */
export const BackLink = ({ oid, ...look }: LinkLook & { oid: string }) => (
  <JournalLink {...useOrigin(oid)} {...look} />
)

/** The same journal and period with nothing but `filter` set. */
export const FilterLink = ({ oid, filter, ...look }: LinkLook & { oid: string; filter: Search }) => {
  const { state: _, search, ...journal } = useOrigin(oid)
  const { period, date_from, date_to } = search
  return (
    <JournalLink
      {...journal}
      search={{
        ...(period && { period }),
        ...(date_from && { date_from }),
        ...(date_to && { date_to }),
        ...filter,
      }}
      {...look}
    />
  )
}

/** The object's own journal. */
export const ObjectLink = (link: LinkLook & { oid: string }) => <JournalLink search={{}} {...link} />
