import { LIST_FILTERS, type ListFilters } from '#/contract/archive/filters.ts'
import { DEFAULT_JOURNAL_PERIOD } from '#/contract/call-filters.ts'
import { VIEW_NAME_MAX, type PeriodPreset, type SavedView } from '#/contract/preferences.ts'
import { presetRange, presetsOf } from '#/analytics/period.ts'
import { ALL_CONTACTS, SHIPPED_VIEWS, type ShippedView } from '#/domain/contact-list/shipped-views.ts'
import { readJournalSearch, type JournalSearch } from '#/domain/contact-list/search.ts'

const normal = (filters: ListFilters & JournalSearch): JournalSearch => readJournalSearch(filters).search

const filtersOf = (search: JournalSearch) => {
  const { preset: _preset, view: _view, ...filters } = normal(search)
  return filters
}

const sameIn = (names: readonly (keyof ListFilters)[]) => (one: ListFilters, other: ListFilters) =>
  names.every((name) => one[name] === other[name])
export const sameSearch = sameIn(LIST_FILTERS)
/** Days, order and caller don't belong to a view. */
const NOT_OF_VIEW = ['period', 'date_from', 'date_to', 'from_filter', 'order_field', 'order_way']
const sameContacts = sameIn(LIST_FILTERS.filter((name) => !NOT_OF_VIEW.includes(name)))

/** Search of a shipped view in the current period, newest first. */
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

/** Search of a saved view, with relative days resolved. */
export const searchOf = ({ filters, rolling }: SavedView, today: string): JournalSearch => {
  if (rolling === undefined) return normal(filters as ListFilters)
  const { from, to } = presetRange(rolling, today)
  const days = { period: 'custom', date_from: from, date_to: to } as const
  // Marked as relative, so that tomorrow's link has tomorrow's days.
  return { ...normal({ ...(filters as ListFilters), ...days }), preset: rolling }
}

/** Link of a view: its id, and filters for users without it. The bare address has none. */
export const viewLink = (id: string, search: JournalSearch): JournalSearch =>
  id === ALL_CONTACTS && Object.keys(search).length === 0 ? search : { ...search, view: id }

/** Current search of the view in a link, if different; null otherwise. */
export const linkedView = (
  views: readonly SavedView[],
  search: JournalSearch,
  today: string,
): { readonly id: string; readonly now: JournalSearch | undefined } | null => {
  const { view: id } = search
  if (id === undefined) return null
  const shipped = SHIPPED_VIEWS.find((one) => one.id === id)
  // Keeps the link's days and order.
  if (shipped)
    return { id, now: sameContacts(shipped.filters, search) ? undefined : shippedSearch(shipped, search) }
  const own = views.find((one) => one.id === id)
  if (!own) return null
  const now = searchOf(own, today)
  // Relative days are resolved by the page.
  const { date_from, date_to } = now.preset === search.preset ? search : now
  return {
    id,
    now: sameSearch({ ...now, ...(date_from && { date_from }), ...(date_to && { date_to }) }, search)
      ? undefined
      : now,
  }
}

/** The view to keep in the address when filters change: shipped ones regardless of days and order. */
export const retainedView = (before: JournalSearch, next: JournalSearch): string | undefined => {
  const { view: id } = before
  const shipped = SHIPPED_VIEWS.find((one) => one.id === id)
  return (shipped ? sameContacts(shipped.filters, next) : sameSearch(before, next)) ? id : undefined
}

/** The current state as a view, without the caller. */
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
  // Explicit period, since the default may change.
  filters: { period: DEFAULT_JOURNAL_PERIOD, ...filtersOf(search) },
  ...(rolling && { rolling }),
  ...(columns && { columns: [...columns] }),
})

export interface OpenView {
  readonly id: string
  /** Null: shipped. */
  readonly own: SavedView | null
  /** Differs from the saved view; changed shipped views count as closed. */
  readonly changed: boolean
}

/**
 * The open view. Own views stay open while filters change; without history state it is matched by filters.
 * @param opened id from the history state
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
  // Neither the bare address nor a shipped view.
  const own =
    Object.keys(search).length === 0 || (shipped !== undefined && shipped.id === opened)
      ? undefined
      : views.find(says)
  if (own) return { id: own.id, own, changed: false }
  return shipped && { id: shipped.id, own: null, changed: false }
}

/** Presets that match the current days, the selected one first. */
export const rollingChoices = (
  { period, date_from, date_to, preset: chosen }: JournalSearch,
  today: string,
): PeriodPreset[] =>
  period === 'custom' && date_from !== undefined && date_to !== undefined
    ? presetsOf({ from: date_from, to: date_to }, today).toSorted(
        (a, b) => Number(b === chosen) - Number(a === chosen),
      )
    : []

/** A view with the current state. Relative days stay relative if possible, fixed ones fixed. */
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

export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.some(({ id }) => id === view.id)
    ? views.map((one) => (one.id === view.id ? view : one))
    : [...views, view]

export const viewAt = (views: readonly SavedView[], view: SavedView, place: number): SavedView[] =>
  views.filter(({ id }) => id !== view.id).toSpliced(place, 0, view)

export const isNameTaken = (name: string, taken: readonly string[]): boolean => {
  const query = name.trim().toLocaleLowerCase()
  return taken.some((one) => one.toLocaleLowerCase() === query)
}

/** The name, or the first free "Name 2", "Name 3". */
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
