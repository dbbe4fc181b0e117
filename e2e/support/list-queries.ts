import type { Page } from '@playwright/test'

export const recordListQueries = (page: Page): string[] => {
  const queries: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^\/api\/v2\/(calls|objs\/[^/]+\/calls)$/.test(url.pathname)) queries.push(url.search)
  })
  return queries
}
