import { readJournalSearch } from '#/domain/contact-list/search.ts'

const JOURNAL_PATH = /^\/(?:calls|objects\/[^/]+\/calls)\/?$/

/**
 * What to make of the address a person arrived by. The caller moves from the address into the history entry's state,
 * and so do the names of values that had to be dropped, for the page to tell. Null: there is nothing to clean.
 * @param href path and search
 */
export const cleanArrival = (
  href: string,
): { href: string; state: { caller?: string; dropped?: readonly string[] } } | null => {
  const url = new URL(href, 'http://callboard.invalid')
  if (!JOURNAL_PATH.test(url.pathname)) return null
  const { search, caller, dropped } = readJournalSearch(Object.fromEntries(url.searchParams))
  if (caller === null && dropped.length === 0) return null
  const client = url.searchParams.get('client')
  const query = new URLSearchParams({ ...(client ? { client } : {}), ...search }).toString()
  return {
    href: url.pathname + (query ? `?${query}` : ''),
    state: { ...(caller === null ? {} : { caller }), ...(dropped.length ? { dropped } : {}) },
  }
}
