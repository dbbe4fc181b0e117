import { fireEvent, screen, within } from '@testing-library/react'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import { words } from '../page.ts'
import { eventually, renderApp, type RenderAppOptions, type RenderedApp } from '../render-app.tsx'

/* The journal's table as its user sees it, and what the page asks the service for it. */

export const contacts = () => screen.getByRole('table', { name: /^(Contacts|Обращения)$/ })
const box = () => contacts().parentElement!
export const row = (place: number) => contacts().querySelector(`tr[aria-rowindex="${place + 1}"]`)
/** Null: none. */
export const linkOf = (place: number) =>
  row(place)?.querySelector<HTMLAnchorElement>('a[data-to="contact"]') ?? null
const drawn = () => [...contacts().querySelectorAll('tbody tr[aria-rowindex]')]
const hrefOf = (one: Element) => one.querySelector('a[data-to="contact"]')?.getAttribute('href') ?? null
export const hrefs = () => drawn().flatMap((one) => hrefOf(one) ?? [])
export const currentRow = () => contacts().querySelector('tr[aria-current]')
export const countOfRows = () => Number(contacts().getAttribute('aria-rowcount')) - 1

const ROW = 32
export const scrollToRow = (place: number) =>
  fireEvent.scroll(box(), { target: { scrollTop: (place - 1) * ROW } })

/** Where all rows lead, read from the top of the list to its end. */
export const readToEnd = async (): Promise<string[]> => {
  const found = new Map<number, string>()
  for (let place = 1; place <= countOfRows(); place += 20) {
    scrollToRow(place)
    await eventually(() => {
      // Implausible totals shrink.
      const last = Math.min(place + 19, countOfRows())
      for (let at = place; at <= last; at++)
        if (row(at)?.querySelector('a, button') == null) throw new Error(`row ${at} has not come`)
    })
    for (const one of drawn()) {
      const href = hrefOf(one)
      if (href !== null) found.set(Number(one.getAttribute('aria-rowindex')), href)
    }
  }
  return [...found.entries()].toSorted(([a], [b]) => a - b).map(([, href]) => href)
}

export const filterBy = async ({ user }: RenderedApp, value: RegExp): Promise<string> => {
  const shown = within(contacts()).getAllByText(value, { selector: '[data-value]' })[0]!
  const text = words(shown)
  await user.hover(shown)
  const funnel = within(shown.closest('td')!).getByRole('button', { name: /^Filter by / })
  // jsdom's pointer leaves the whole page in between.
  fireEvent.click(funnel)
  return text
}

export const says = (count: string) =>
  eventually(() => {
    const statuses = screen.getAllByRole('status').map(words)
    if (!statuses.includes(count)) throw new Error(`the page says ${statuses.join(', ')}, not ${count}`)
  })

const queriesOf = ({ api }: RenderedApp) =>
  api.requests
    .filter(({ path }) => /^\/api\/v2\/(calls|objs\/[^/]+\/calls)$/.test(path))
    .map(({ query }) => (query.size > 0 ? `?${query.toString()}` : ''))

interface Answer {
  readonly calls: readonly ListedCall[]
  readonly meta: { readonly pagination: { readonly total_objects: number } }
}

export const openJournal = async (url: string, options: Partial<RenderAppOptions> = {}) => {
  const app = await renderApp(url, { account: 'marketer', ...options })
  const settled = () =>
    eventually(() => {
      if (box().ariaBusy !== 'false' || hrefs().length === 0) throw new Error('no rows yet')
    })
  await settled()
  const answer = (query: string) => app.api.get<Answer>(`/api/v2/calls${query}`)
  return {
    ...app,
    settled,
    answer,
    answerOf: (oid: string, query: string) => app.api.get<Answer>(`/api/v2/objs/${oid}/calls${query}`),
    totalOf: async (query: string) => (await answer(query)).meta.pagination.total_objects,
    queries: () => queriesOf(app),
    push: (url: string) => app.history.push(url),
    /** Also after `open`. */
    back: () => app.history.back(),
    oidOf: async (alias: string) => {
      const { objs } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
      return objs.find((one) => one.alias === alias)!.oid
    },
  }
}
