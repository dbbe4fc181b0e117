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
import { keptView, viewLink } from './views/view.ts'

type JournalPatch = {
  [K in keyof (ListFilters & JournalSearch)]?: (ListFilters & JournalSearch)[K] | undefined
}

export interface Journal {
  readonly search: JournalSearch
  readonly caller: string | undefined
  /** The caller for the history entries of links from here. */
  readonly callerState: CallerState
  /** The saved view that was opened; it stays while its filters are changed, so that the change can be kept. */
  readonly view: string | undefined
  /** What is asked of the service. */
  readonly filters: ListFilters
  readonly dropped: readonly string[]
  /**
   * Changes some filters, each change a step that Back undoes; `replace`: the same step
   * goes on, as while a text is being typed.
   */
  readonly change: (patch: JournalPatch, options?: { readonly replace?: boolean }) => void
  /** Takes off filters that mean nothing here, or a view that is none of the person's, and says so; no step of its own. */
  readonly drop: (...names: (JournalFilter | 'view')[]) => void
  /** Takes off every filter; the order stays. */
  readonly clear: () => void
  /** Replaces filters and order by those of a view; `replace`: as what the link of the view meant. */
  readonly openView: (search: JournalSearch, view: string, options?: { readonly replace?: boolean }) => void
}

const searchIn = (patch: JournalPatch): JournalSearch => readJournalSearch({ ...patch }).search

const isAboutDays = (patch: JournalPatch) => 'period' in patch || 'date_from' in patch || 'date_to' in patch

const NOTHING_DROPPED: readonly string[] = []

/**
 * The history entry's state that belongs to the search the route shows. The location is ahead of its routes for a moment:
 * a caller of the next entry must not meet the filters of this one, nor its going be taken for another list.
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

/** The journal's filters, held by the address and, for the caller, by the history entry. Stable until one changes. */
export const useJournal = (): Journal => {
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
    // Both are made of the entry as it is at that moment, not as it was drawn: two changes may come before the next
    // drawing, as when a text is left by a press on a checkbox.
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
        // The list scrolls in its own box and goes to its top by itself.
        resetScroll: false,
      })
    }
    return {
      search,
      caller,
      callerState: keepCaller(caller, scope),
      view,
      filters: toCallFilters(search, caller),
      dropped,
      change: (patch, { replace = false } = {}) =>
        go(
          (before) => {
            // Other days are not those that roll.
            const next = { ...before, ...(isAboutDays(patch) && { preset: undefined }), ...patch }
            return 'view' in patch ? next : { ...next, view: keptView(searchIn(before), searchIn(next)) }
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
  }, [key, caller, principal, client, view, dropped, navigate])
}
