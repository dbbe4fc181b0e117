import { readOverviewSearch } from './search.ts'

const OVERVIEW_PATH = /^\/overview\/?$/

/**
 * What to make of the address a person arrived by: the names of values that had to be dropped move into the history
 * entry's state, for the page to tell. Null: there is nothing to clean.
 * @param href path and search
 */
export const cleanOverviewArrival = (
  href: string,
): { href: string; state: { dropped: readonly string[] } } | null => {
  const url = new URL(href, 'http://callboard.invalid')
  if (!OVERVIEW_PATH.test(url.pathname)) return null
  const { search, dropped } = readOverviewSearch(Object.fromEntries(url.searchParams))
  if (dropped.length === 0) return null
  const client = url.searchParams.get('client')
  const query = new URLSearchParams({ ...(client ? { client } : {}), ...search }).toString()
  return { href: url.pathname + (query ? `?${query}` : ''), state: { dropped } }
}
