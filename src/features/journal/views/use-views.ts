import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigate, type HistoryState } from '@tanstack/react-router'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PeriodPreset, SAVED_VIEWS_MAX, type SavedView } from '#/contract/preferences.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { keyOf, OWN_STATE, ofAccount } from '#/api/keys.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import {
  linkedView,
  openViewOf,
  sameColumns,
  sameSearch,
  searchOf,
  toSavedView,
  updatedView,
  viewAt,
  withView,
} from './view.ts'

/** One of the user's own views, while it is open. */
export interface OwnView {
  readonly view: SavedView
  /** Its place among the user's own, from 0. */
  readonly place: number
  /** Filters, order or columns differ from what was saved. */
  readonly changed: boolean
  /** Saves what is on the screen into it. @returns what it is now, and the way back */
  readonly update: () => { readonly now: SavedView; readonly undo: () => void }
  readonly discard: () => void
  readonly rename: (name: string) => void
  readonly move: (place: number) => void
  /** Deletes it; the filters stay as they are. @returns the way back */
  readonly remove: () => () => void
}

export interface Views {
  /** The person's own, in their order; empty until the preferences are here. */
  readonly own: readonly SavedView[]
  /** Id of the open view, shipped or own. */
  readonly openId: string | undefined
  readonly open: OwnView | undefined
  readonly full: boolean
  /** For the table, while a view that keeps its columns is open. */
  readonly columns: ViewColumns | undefined
  /** Saves what is on the screen as a new view and opens it. @returns its id */
  readonly save: (view: {
    readonly name: string
    readonly rolling: PeriodPreset | undefined
    /** Absent: the view leaves the columns as they are. */
    readonly columns: readonly string[] | undefined
  }) => string
}

const NONE: readonly SavedView[] = []

/** The views of a journal, as its bar, their tools and their dialogs have them. */
export interface ViewsProps {
  readonly oid: string | null
  readonly journal: Journal
  readonly views: Views
  /** Columns of the table now. */
  readonly shown: readonly string[]
  /** The day it is on the objects' clock. */
  readonly today: string
}

/**
 * The account's views and the one that the journal shows.
 * @param today the day it is on the objects' clock
 */
export const useViews = (
  journal: Pick<Journal, 'search' | 'view' | 'caller' | 'openView' | 'drop'>,
  today: string,
): Views => {
  const { preferences, isLoaded, change } = usePreferences()
  const { drafts, setDraft } = useColumnDrafts()
  const { search, view: marked, caller } = journal
  const { isArrival, mark, name } = useViewEntry()
  const opened = marked ?? search.view
  const own = preferences.saved_views ?? NONE
  const found = openViewOf(own, search, opened, today)
  // A caller is a filter that no view has: only the view that was opened before it was set is still open.
  const isOpen = found !== undefined && (caller === undefined || (found.own && found.id === opened))
  const openId = isOpen ? found.id : undefined
  const view = isOpen ? found.own : null

  // A link that names a view leads to it as it is now; one of a view that is none of the user's, to what it says itself.
  const linked = isArrival && search.view !== undefined ? linkedView(own, search, today) : undefined
  const isUnknown = linked === null && isLoaded
  const isStale = linked?.now !== undefined
  const follow = useEffectEvent(() => {
    if (isUnknown) journal.drop('view')
    else if (linked?.now) journal.openView(linked.now, linked.id, { replace: true })
  })
  useEffect(() => {
    if (isUnknown || isStale) follow()
  }, [isUnknown, isStale])

  // Who arrives at a view by a link has it open as if by its tab: it stays so when its filters are changed then.
  const arrivedAt = isArrival && marked === undefined && !isStale ? view?.id : undefined
  useEffect(() => {
    if (arrivedAt !== undefined) mark(arrivedAt)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for an arrival; how it is written is always the same
  }, [arrivedAt])

  const changeViews = (to: (views: readonly SavedView[]) => SavedView[]) =>
    change(({ saved_views = [] }) => ({ saved_views: to(saved_views) }))
  const put = (one: SavedView) => changeViews((views) => withView(views, one))

  const draft = view ? drafts[view.id] : undefined
  const columns = view ? (draft ?? view.columns) : undefined

  const viewId = view?.id
  const viewColumns = useMemo<ViewColumns | undefined>(
    () =>
      viewId === undefined || columns === undefined
        ? undefined
        : { columns, change: (next) => setDraft(viewId, next) },
    [viewId, columns, setDraft],
  )

  const openOwn = (one: SavedView): OwnView => {
    const place = own.indexOf(one)
    return {
      view: one,
      place,
      changed: found?.changed === true || (draft !== undefined && !sameColumns(draft, one.columns)),
      update: () => {
        const now = updatedView(one, search, columns, today)
        put(now)
        setDraft(one.id, null)
        name(one.id, now.rolling)
        return {
          now,
          undo: () => {
            put(one)
            name(undefined, now.rolling)
            setDraft(one.id, draft ?? null)
          },
        }
      },
      discard: () => {
        setDraft(one.id, null)
        const saved: JournalSearch = searchOf(one, today)
        if (!sameSearch(saved, search)) journal.openView(saved, one.id)
      },
      rename: (called) => put({ ...one, name: called }),
      move: (to) => changeViews((views) => viewAt(views, one, to)),
      remove: () => {
        changeViews((views) => views.filter(({ id }) => id !== one.id))
        name(undefined, search.preset)
        return () => changeViews((views) => viewAt(views, one, place))
      },
    }
  }

  return {
    own,
    openId,
    open: view ? openOwn(view) : undefined,
    full: own.length >= SAVED_VIEWS_MAX,
    columns: viewColumns,
    save: ({ name: called, rolling, columns: kept }) => {
      const id = crypto.randomUUID()
      // An open view's columns hold those too that this object or client has not.
      put(toSavedView({ id, name: called, search, rolling, columns: kept && (columns ?? kept) }))
      // The new view has taken the changes over: the one they were made on is as it was saved.
      if (view) setDraft(view.id, null)
      name(id, rolling)
      return id
    },
  }
}

interface ViewEntry {
  /** The journal is at the address that it has appeared at. */
  readonly isArrival: boolean
  /** Writes into the history entry which view it shows, as opening the view would have done. */
  readonly mark: (id: string) => void
  /** The same, and into the address, which then is the view's own link; undefined: the address is no view's any more. */
  readonly name: (id: string | undefined, rolling: PeriodPreset | undefined) => void
}

const useViewEntry = (): ViewEntry => {
  const { href } = useLocation()
  const navigate = useNavigate()
  const [arrival] = useState(href)
  const inPlace = { to: '.', replace: true, resetScroll: false } as const
  const marking = (id: string) => (before: HistoryState) => ({ ...before, view: id })
  return {
    isArrival: href === arrival,
    mark: (id) => void navigate({ ...inPlace, search: true, state: marking(id) }),
    name: (view, preset) =>
      void navigate({
        ...inPlace,
        search: ({ preset: _preset, view: _view, ...rest }) => ({
          ...rest,
          ...(preset && { preset }),
          ...(view !== undefined && { view }),
        }),
        state: view === undefined ? true : marking(view),
      }),
  }
}

/** What the table shows while a view with columns is open, in place of the user's usual columns. */
interface ViewColumns {
  readonly columns: readonly string[]
  /** Changes them without saving; null: back to those of the view. */
  readonly change: (columns: readonly string[] | null) => void
}

/** Columns changed and not saved yet, by the id of their view. */
type Drafts = Readonly<Record<string, readonly string[] | undefined>>
const NOTHING: Drafts = {}
const draftsQuery = (principal: string) =>
  queryOptions<Drafts>({
    ...OWN_STATE,
    queryKey: keyOf(ofAccount(principal), 'view_columns'),
    initialData: NOTHING,
  })

/**
 * Unsaved columns. They outlive the page, so that the way to a contact and back loses none, and go with the session:
 * the cache is where such things are, and it is emptied at sign-out.
 */
const useColumnDrafts = () => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const { data: drafts = NOTHING } = useQuery(draftsQuery(principal))
  const setDraft = useCallback(
    (id: string, columns: readonly string[] | null) => {
      queryClient.setQueryData(draftsQuery(principal).queryKey, (before = NOTHING) => ({
        ...before,
        [id]: columns ?? undefined,
      }))
    },
    [queryClient, principal],
  )
  return { drafts, setDraft }
}
