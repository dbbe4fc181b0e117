import { hashKey } from '@tanstack/react-query'
import { useLocation, useMatch, useNavigate, useSearch, type HistoryState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ListFilters } from '#/contract/archive/filters.ts'
import { keepCaller, readCaller, type CallerState } from '#/domain/session/caller.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import {
  journalPart,
  readJournalSearch,
  toCallFilters,
  type JournalFilter,
  type JournalSearch,
} from '#/domain/contact-list/search.ts'
import { retainedView, viewLink } from './views/view.ts'

type JournalPatch = {
  [K in keyof (ListFilters & JournalSearch)]?: (ListFilters & JournalSearch)[K] | undefined
}

export interface Journal {
  readonly search: JournalSearch
  readonly caller: string | undefined
  /** History state of links, with the caller. */
  readonly callerState: CallerState
  /** The opened view; stays while its filters change, so that changes can be saved. */
  readonly view: string | undefined
  readonly filters: ListFilters
  readonly dropped: readonly string[]
  /** Changes filters as a history step; `replace`: in the same step, as while typing. */
  readonly change: (patch: JournalPatch, options?: { readonly replace?: boolean }) => void
  /** Removes invalid filters or unknown views with a note, without a history step. */
  readonly drop: (...names: (JournalFilter | 'view')[]) => void
  /** Takes off every filter; the order stays. */
  readonly clear: () => void
  /** Applies a view; `replace`: when arriving by its link. */
  readonly openView: (search: JournalSearch, view: string, options?: { readonly replace?: boolean }) => void
}

const searchIn = (patch: JournalPatch): JournalSearch => readJournalSearch({ ...patch }).search

const isAboutDays = (patch: JournalPatch) => 'period' in patch || 'date_from' in patch || 'date_to' in patch

const NOTHING_DROPPED: readonly string[] = []

/**
 * History state that belongs to the route's search. The location is ahead of routes briefly: the next entry's
 * caller must not meet this entry's filters.
 */
const useSettledState = (search: JournalSearch): HistoryState => {
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const location = useLocation()
  const [settled, setSettled] = useState(location.state)
  const isSettled =
    location.pathname === path && hashKey([journalPart(search)]) === hashKey([journalPart(location.search)])
  if (isSettled && settled !== location.state) setSettled(location.state)
  return isSettled ? location.state : settled
}

/**
 * Filters from the address and the caller from history state. Stable.
 * @param today the contacts'
 */
export const useJournal = (today: string): Journal => {
  const { principal, client } = useSignedIn().scope
  const validated: JournalSearch = useSearch({ strict: false })
  const state = useSettledState(validated)
  const caller = readCaller(state, { principal, client })
  const navigate = useNavigate()
  const key = JSON.stringify(journalPart(validated))
  const { view, dropped = NOTHING_DROPPED } = state
  return useMemo(() => {
    const scope = { principal, client }
    const search = JSON.parse(key) as JournalSearch
    // Reads the current entry, not the rendered one: two changes may precede a render, as on blur by a press on a
    // checkbox.
    const go = (
      next: (before: JournalPatch) => JournalPatch,
      view: (before: string | undefined) => string | undefined,
      replace = false,
      nowDropped: readonly string[] = [],
    ) => {
      void navigate({
        to: '.',
        search: (before) => {
          const { from_filter: _, ...rest } = next(readJournalSearch({ ...before }).search)
          return { ...(before.client ? { client: before.client } : {}), ...readJournalSearch(rest).search }
        },
        state: (before) => {
          const { from_filter } = next({ from_filter: readCaller(before, scope) })
          const nextView = view(before.view)
          const allDropped =
            nowDropped.length === 0 ? nowDropped : [...new Set([...(before.dropped ?? []), ...nowDropped])]
          return {
            ...keepCaller(from_filter, scope),
            ...(nextView === undefined ? {} : { view: nextView }),
            ...(allDropped.length === 0 ? {} : { dropped: allDropped }),
          }
        },
        replace,
        resetScroll: false,
      })
    }
    return {
      search,
      caller,
      callerState: keepCaller(caller, scope),
      view,
      filters: toCallFilters(search, caller, today),
      dropped,
      change: (patch, { replace = false } = {}) =>
        go(
          (before) => {
            const next = { ...before, ...(isAboutDays(patch) && { preset: undefined }), ...patch }
            return 'view' in patch ? next : { ...next, view: retainedView(searchIn(before), searchIn(next)) }
          },
          (before) => before,
          replace,
        ),
      drop: (...names) =>
        go(
          (before) => ({
            ...before,
            ...Object.fromEntries(names.map((name) => [name, undefined])),
            view: undefined,
          }),
          (before) => (names.includes('view') ? undefined : before),
          true,
          names,
        ),
      clear: () =>
        go(
          ({ order_field, order_way }) => ({ order_field, order_way }),
          () => undefined,
        ),
      openView: (next, nextView, { replace = false } = {}) =>
        go(
          () => viewLink(nextView, next),
          () => nextView,
          replace,
        ),
    }
  }, [key, caller, today, principal, client, view, dropped, navigate])
}
