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

export interface OwnView {
  readonly view: SavedView
  readonly place: number
  /** Filters, order or columns differ from what was saved. */
  readonly changed: boolean
  /** Saves the current state into it. @returns the new view, and undo */
  readonly update: () => { readonly now: SavedView; readonly undo: () => void }
  readonly discard: () => void
  readonly rename: (name: string) => void
  readonly move: (place: number) => void
  /** Deletes it; filters stay. @returns undo */
  readonly remove: () => () => void
}

export interface Views {
  /** In order; empty until preferences load. */
  readonly own: readonly SavedView[]
  /** Shipped or own. */
  readonly openId: string | undefined
  readonly open: OwnView | undefined
  readonly full: boolean
  /** Only for views with columns. */
  readonly columns: ViewColumns | undefined
  /** Saves the current state as a new view and opens it. @returns its id */
  readonly save: (view: {
    readonly name: string
    readonly rolling: PeriodPreset | undefined
    /** Absent: the view has no columns. */
    readonly columns: readonly string[] | undefined
  }) => string
}

const NONE: readonly SavedView[] = []

export interface ViewsProps {
  readonly oid: string | null
  readonly journal: Journal
  readonly views: Views
  readonly shown: readonly string[]
  readonly today: string
}

/**
 * Saved views and the open one.
 * @param today on the objects' clock
 */
export const useViews = (
  journal: Pick<Journal, 'search' | 'view' | 'caller' | 'openView' | 'drop'>,
  today: string,
): Views => {
  const { preferences, isLoaded, change } = usePreferences()
  const { drafts, setDraft } = useColumnDrafts()
  const { search, view: marked, caller } = journal
  const { isArrival, mark, name, unname } = useViewEntry()
  const opened = marked ?? search.view
  const own = preferences.saved_views ?? NONE
  const found = openViewOf(own, search, opened, today)
  // Views have no caller: only a view opened before can be open.
  const isOpen = found !== undefined && (caller === undefined || (found.own && found.id === opened))
  const openId = isOpen ? found.id : undefined
  const view = isOpen ? found.own : null

  // Links to the user's views open their current state; others' open what the link has.
  const linked = isArrival && search.view !== undefined ? linkedView(own, search, today) : undefined
  const isUnknown = linked === null && isLoaded
  const isStale = linked?.now !== undefined
  const applyLink = useEffectEvent(() => {
    if (isUnknown) journal.drop('view')
    else if (linked?.now) journal.openView(linked.now, linked.id, { replace: true })
  })
  useEffect(() => {
    if (isUnknown || isStale) applyLink()
  }, [isUnknown, isStale])

  // Arriving by link opens the view as its tab does, so it stays open when filters change.
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
            unname(one.id)
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
    save: ({ name: called, rolling, columns: savedColumns }) => {
      const id = crypto.randomUUID()
      // Includes columns that this object or client lacks.
      put(
        toSavedView({
          id,
          name: called,
          search,
          rolling,
          columns: savedColumns && (columns ?? savedColumns),
        }),
      )
      // The changes belong to the new view; the old one is unchanged.
      if (view) setDraft(view.id, null)
      name(id, rolling)
      return id
    },
  }
}

interface ViewEntry {
  /** First address of this visit. */
  readonly isArrival: boolean
  readonly mark: (id: string) => void
  /** And into the address; undefined: it is no longer a view's. */
  readonly name: (id: string | undefined, rolling: PeriodPreset | undefined) => void
  /** Takes this view out of the address, if it is still there. */
  readonly unname: (id: string) => void
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
    unname: (id) =>
      void navigate({
        ...inPlace,
        search: ({ view, ...rest }) => ({ ...rest, ...(view !== undefined && view !== id && { view }) }),
        state: true,
      }),
  }
}

interface ViewColumns {
  readonly columns: readonly string[]
  /** Null: back to the view's. */
  readonly change: (columns: readonly string[] | null) => void
}

type Drafts = Readonly<Record<string, readonly string[] | undefined>>
const NOTHING: Drafts = {}
const draftsQuery = (principal: string) =>
  queryOptions<Drafts>({
    ...OWN_STATE,
    queryKey: keyOf(ofAccount(principal), 'view_columns'),
    initialData: NOTHING,
  })

/** Unsaved columns, in the query cache: they survive navigation and are cleared at sign-out. */
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
