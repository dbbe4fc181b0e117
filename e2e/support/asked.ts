import type { Page } from '@playwright/test'

/** The queries that reach the service's call lists from now on, newest last. */
export const asked = (page: Page): string[] => {
  const queries: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^\/api\/v2\/(calls|objs\/[^/]+\/calls)$/.test(url.pathname)) queries.push(url.search)
  })
  return queries
}
