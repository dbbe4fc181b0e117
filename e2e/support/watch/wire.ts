import type { Page } from '@playwright/test'
import { readCallFilters } from '#/contract/call-filters.ts'
import { matchEndpoint } from '#/contract/endpoints.ts'

/** A request to the documented API, as the page sends it. */
interface Sent {
  readonly method: string
  /** From `/v1` or `/v2` on. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly status: number
}

export const wireOf = (page: Page): readonly Sent[] => {
  const sent: Sent[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    const path = /^\/api(\/v[12]\/.*)$/.exec(pathname)?.[1]
    if (path === undefined) return
    sent.push({
      method: response.request().method(),
      path,
      query: Object.fromEntries(searchParams),
      status: response.status(),
    })
  })
  return sent
}

const RECORDING = /^GET \/recordings\//

/** Undocumented methods, paths, parameters or values. */
export const undocumented = (requests: readonly string[]): string[] =>
  requests.filter((request) => {
    if (RECORDING.test(request)) return false
    const [method = '', address = ''] = request.split(' ', 2)
    const { pathname, searchParams } = new URL(address, 'http://service')
    const match = matchEndpoint(method, pathname)
    if (match === null) return true
    const names = [...searchParams.keys()]
    if (new Set(names).size < names.length || names.some((name) => !match.endpoint.query.includes(name)))
      return true
    return readCallFilters(Object.fromEntries(searchParams)).dropped.length > 0
  })
