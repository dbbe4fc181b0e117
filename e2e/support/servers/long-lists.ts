import type { RequestListener } from 'node:http'
import { matchEndpoint } from '#/contract/endpoints.ts'
import { tainted, type Taint } from '#/test/taint/tainted.ts'
import { close, onLoopback, test as base } from './real-api.ts'

export const CONTACTS = 100_000
/** A text of a megabyte. */
export const HUGE = 'a word '.repeat(150_000)
const PAGE = 100
const FREE_TEXTS = new Set([
  'comment',
  'custom_data',
  'search_request',
  'email_text',
  'messages',
  'sms_message',
  'widget_text',
])

/** An API whose one account has very many contacts, the first of them with very long texts. */
const longLists = (): RequestListener => (request, response) => {
  const url = new URL(request.url ?? '/', 'http://service')
  const match = matchEndpoint(request.method ?? 'GET', url.pathname)
  const page = Number(url.searchParams.get('page') ?? 1)
  const instead: Taint['instead'] = (path, number) => {
    const name = path.at(-1) ?? ''
    if (name === 'pagination')
      return {
        current_page: page,
        next_page: page * PAGE < CONTACTS ? page + 1 : null,
        prev_page: null,
        total_pages: CONTACTS / PAGE,
        total_objects: CONTACTS,
      }
    if (/^calls?\b/.test(path[0] ?? '') && name === 'id' && path.length < 4) return number + 1
    if (name === 'oid' || name === 'obj_oid') return 'o1'
    if (name === 'is_agency_manager') return false
    if (name === 'api_key') return 'a-key-of-the-tests'
    if (/date$|_at$/.test(name)) return new Date(Date.now() - number * 60_000).toISOString()
    return number === 0 && FREE_TEXTS.has(name) ? HUGE : undefined
  }
  const one = (number: number): Taint => ({
    payload: `Text ${number}`,
    number,
    form: 'plain',
    instead,
    lists: (path) => {
      const at = path.join('.')
      if (at === 'calls') return Array.from({ length: PAGE }, (_, index) => one((page - 1) * PAGE + index))
      return at === 'objs' ? [one(1)] : undefined
    },
  })
  const number = Number(match?.values.call_id ?? 1) - 1
  response
    .writeHead(match === null ? 404 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(match && tainted(match.endpoint.answer.documented, one(number))))
}

export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  env: async ({}, use) => {
    const { server, port } = await onLoopback(longLists())
    await use({ API_BASE_URL: `http://127.0.0.1:${port}` })
    await close(server)
  },
})
