import { ARCHIVE_FILTERS, LIST_FILTERS, type ListFilters } from '#/contract/archive/filters.ts'
import { DEFAULT_JOURNAL_PERIOD } from '#/contract/call-filters.ts'
import { VIEW_NAME_MAX, type PeriodPreset, type SavedView } from '#/contract/preferences.ts'
import { presetRange, presetsOf } from '#/analytics/period.ts'
import { ALL_CONTACTS, SHIPPED_VIEWS, type ShippedView } from '#/domain/contact-list/shipped-views.ts'
import { readJournalSearch, type JournalSearch } from '#/domain/contact-list/search.ts'

const normal = (filters: ListFilters & JournalSearch): JournalSearch => readJournalSearch(filters).search

/** What a view keeps of a search: which days roll it says itself. */
const filtersOf = (search: JournalSearch) => {
  const { preset: _preset, view: _view, ...filters } = normal(search)
  return filters
}

const sameIn = (names: readonly (keyof ListFilters)[]) => (one: ListFilters, other: ListFilters) =>
  names.every((name) => one[name] === other[name])
/** Whether two addresses ask for the same contacts in the same order. */
export const sameSearch = sameIn(LIST_FILTERS)
const sameContacts = sameIn([
  'source_filter',
  'source_text_filter',
  'target_filter',
  'repeated_filter',
  'uri_filter',
  'duration_filter',
  'status_filter',
  ...ARCHIVE_FILTERS,
])

/** What a shipped view asks for in the period that is in use, newest first. */
export const shippedSearch = (
  { filters }: ShippedView,
  { period, date_from, date_to, preset }: JournalSearch,
): JournalSearch =>
  normal({
    ...(period && { period }),
    ...(date_from && { date_from }),
    ...(date_to && { date_to }),
    ...(preset && { preset }),
    ...filters,
  })

/** What a saved view asks for on this day: a rolling period has moved to it. */
export const searchOf = ({ filters, rolling }: SavedView, today: string): JournalSearch => {
  if (rolling === undefined) return normal(filters as ListFilters)
  const { from, to } = presetRange(rolling, today)
  const days = { period: 'custom', date_from: from, date_to: to } as const
  // The link says that they roll: it leads to another day's days tomorrow, and so to this view.
  return { ...normal({ ...(filters as ListFilters), ...days }), preset: rolling }
}

/** The search of a view's link: its filters, for who does not have the view, and the view itself. The bare address belongs to no view. */
export const viewLink = (id: string, search: JournalSearch): JournalSearch =>
  id === ALL_CONTACTS && Object.keys(search).length === 0 ? search : { ...search, view: id }

/** The view that a link names, as it is now: what it asks for where the link says something else. Null: there is none. */
export const linkedView = (
  views: readonly SavedView[],
  search: JournalSearch,
  today: string,
): { readonly id: string; readonly now: JournalSearch | undefined } | null => {
  const { view: id } = search
  if (id === undefined) return null
  const shipped = SHIPPED_VIEWS.find((one) => one.id === id)
  // Its days and order are those of the link.
  if (shipped)
    return { id, now: sameContacts(shipped.filters, search) ? undefined : shippedSearch(shipped, search) }
  const own = views.find((one) => one.id === id)
  if (!own) return null
  const now = searchOf(own, today)
  // Days that roll are moved by the page.
  const { date_from, date_to } = now.preset === search.preset ? search : now
  return {
    id,
    now: sameSearch({ ...now, ...(date_from && { date_from }), ...(date_to && { date_to }) }, search)
      ? undefined
      : now,
  }
}

/** The view that an address goes on naming when its filters change: a shipped one, whatever its days and order. */
export const keptView = (before: JournalSearch, next: JournalSearch): string | undefined => {
  const { view: id } = before
  const shipped = SHIPPED_VIEWS.find((one) => one.id === id)
  return (shipped ? sameContacts(shipped.filters, next) : sameSearch(before, next)) ? id : undefined
}

/** What is on the screen as a view. The caller cannot get in: a journal's search has none. */
export const toSavedView = ({
  id,
  name,
  search,
  rolling,
  columns,
}: {
  id: string
  name: string
  search: JournalSearch
  rolling: PeriodPreset | undefined
  columns: readonly string[] | undefined
}): SavedView => ({
  id,
  name: name.trim().slice(0, VIEW_NAME_MAX),
  // The period is written out, because the default may change some day.
  filters: { period: DEFAULT_JOURNAL_PERIOD, ...filtersOf(search) },
  ...(rolling && { rolling }),
  ...(columns && { columns: [...columns] }),
})

export interface OpenView {
  readonly id: string
  /** Null: a shipped one. */
  readonly own: SavedView | null
  /** Filters or order differ from what the view says today; a shipped view that is changed is not open any more. */
  readonly changed: boolean
}

/**
 * The view that the journal shows. One of the user's own stays open while its filters are changed; what came by a
 * link, without a mark of the view, is known by its filters.
 * @param opened the mark that the view left in the history entry when it was opened
 */
export const openViewOf = (
  views: readonly SavedView[],
  search: JournalSearch,
  opened: string | undefined,
  today: string,
): OpenView | undefined => {
  const says = (view: SavedView) => sameSearch(searchOf(view, today), search)
  const shipped = SHIPPED_VIEWS.find(({ filters }) => sameContacts(filters, search))
  const marked = views.find(({ id }) => id === opened)
  if (marked) return { id: marked.id, own: marked, changed: !says(marked) }
  // The bare address belongs to no view, nor does a shipped view.
  const own =
    Object.keys(search).length === 0 || (shipped !== undefined && shipped.id === opened)
      ? undefined
      : views.find(says)
  if (own) return { id: own.id, own, changed: false }
  return shipped && { id: shipped.id, own: null, changed: false }
}

/** Presets that the days on the screen are today, the chosen one first: a view may move by one of them. */
export const rollingChoices = (
  { period, date_from, date_to, preset: chosen }: JournalSearch,
  today: string,
): PeriodPreset[] =>
  period === 'custom' && date_from !== undefined && date_to !== undefined
    ? presetsOf({ from: date_from, to: date_to }, today).toSorted(
        (a, b) => Number(b === chosen) - Number(a === chosen),
      )
    : []

/**
 * A view with what is on the screen. Days that moved by themselves, or were chosen as a ready period, go on moving if
 * they can; fixed ones stay fixed.
 */
export const updatedView = (
  view: SavedView,
  search: JournalSearch,
  columns: readonly string[] | undefined,
  today: string,
): SavedView => {
  const choices = rollingChoices(search, today)
  const moved = view.rolling !== undefined || view.filters.period !== 'custom' || search.preset !== undefined
  const before = search.preset ?? view.rolling
  return toSavedView({
    id: view.id,
    name: view.name,
    search,
    rolling: moved ? (choices.find((preset) => preset === before) ?? choices[0]) : undefined,
    columns,
  })
}

/** Puts a view into its place, or to the end if it is new. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.some(({ id }) => id === view.id)
    ? views.map((one) => (one.id === view.id ? view : one))
    : [...views, view]

/** Puts a view at a place, counted from 0, wherever it was before. */
export const viewAt = (views: readonly SavedView[], view: SavedView, place: number): SavedView[] =>
  views.filter(({ id }) => id !== view.id).toSpliced(place, 0, view)

/** Names that differ by case alone would look the same in a row of tabs. */
export const isNameTaken = (name: string, taken: readonly string[]): boolean => {
  const sought = name.trim().toLocaleLowerCase()
  return taken.some((one) => one.toLocaleLowerCase() === sought)
}

/** The name, or the first of "Name 2", "Name 3" that no view has. */
export const freeName = (name: string, taken: readonly string[]): string => {
  const short = name.trim().slice(0, VIEW_NAME_MAX)
  let free = short
  for (let count = 2; isNameTaken(free, taken); count += 1)
    free = `${short.slice(0, VIEW_NAME_MAX - String(count).length - 1).trim()} ${count}`
  return free
}

export const sameColumns = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  one === other ||
  (one?.length === other?.length && one?.every((column, index) => column === other?.[index]) === true)
