import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactNode, Ref } from 'react'
import type { CallFilters } from '#/contract/call-filters.ts'
import { readJournalSearch, type JournalSearch } from '#/domain/contact-list/search.ts'
import { keepCaller, readCaller, type CallerState } from '#/domain/session/caller.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useWayBack } from '#/domain/session/way-back.ts'
import { m } from '#/i18n/paraglide/messages.js'

interface LinkProps {
  ref?: Ref<HTMLAnchorElement>
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  className?: string
  title?: string
  children: ReactNode
}

/** The journal it was opened from; by link, its object's. */
const useOrigin = (oid: string) => {
  const { scope } = useSignedIn()
  const state = useLocation({ select: (location) => location.state })
  const { journal } = state
  // The caller is personal data: in history state, never in the address.
  const { search } = readJournalSearch(journal?.search ?? {})
  return { oid: journal?.all ? null : oid, search, state: keepCaller(readCaller(state, scope), scope) }
}

export const useSearchedText = (): string | undefined =>
  useLocation({ select: ({ state }) => readJournalSearch(state.journal?.search ?? {}).search.q })

const JournalLink = ({
  oid,
  ...link
}: LinkProps & { oid: string | null; search: JournalSearch; state?: CallerState }) =>
  oid === null ? <Link to="/calls" {...link} /> : <Link to="/objects/$oid/calls" params={{ oid }} {...link} />

/** Back to the list it was opened from, at its row; by link, to the object's journal. */
export const BackLink = ({ oid, icon, className }: { oid: string; icon?: ReactNode; className: string }) => {
  const { journal, fromCallers } = useLocation({ select: ({ state }) => state })
  const origin = useOrigin(oid)
  const way = { className, ...useWayBack(fromCallers ?? (journal?.index ?? -1) >= 0) }
  return fromCallers === undefined ? (
    <JournalLink {...origin} {...way}>
      {icon}
      {m.call_back()}
    </JournalLink>
  ) : (
    <Link to="/call-back" {...way}>
      {icon}
      {m.call_back_to_callers()}
    </Link>
  )
}

/** The same journal and period with only `filter`. */
export const FilterLink = ({ oid, filter, ...props }: LinkProps & { oid: string; filter: JournalSearch }) => {
  const { state: _, search, ...journal } = useOrigin(oid)
  const { period, date_from, date_to, preset } = search
  return (
    <JournalLink
      {...journal}
      search={{
        ...(period && { period }),
        ...(date_from && { date_from }),
        ...(date_to && { date_to }),
        ...(preset && { preset }),
        ...filter,
      }}
      {...props}
    />
  )
}

/** Journal of a caller, whose number is in history state. */
export const CallerLink = ({
  oid,
  filters: { from_filter, ...search },
  ...props
}: LinkProps & { oid: string; filters: CallFilters }) => {
  const { scope } = useSignedIn()
  return <JournalLink oid={oid} search={search} state={keepCaller(from_filter, scope)} {...props} />
}

/** Link to another contact; Back still leads to the original list, without its position. */
export const ContactLink = ({ oid, callId, ...props }: LinkProps & { oid: string; callId: number }) => {
  const state = useLocation({ select: (location) => location.state })
  return (
    <Link
      to="/objects/$oid/calls/$callId"
      params={{ oid, callId: String(callId) }}
      state={{
        ...(state.caller !== undefined && { caller: state.caller }),
        ...(state.callerOf !== undefined && { callerOf: state.callerOf }),
        ...(state.journal && { journal: { ...state.journal, index: -1 } }),
        ...(state.fromCallers !== undefined && { fromCallers: false }),
      }}
      {...props}
    />
  )
}

export const ObjectLink = (link: LinkProps & { oid: string }) => <JournalLink search={{}} {...link} />
