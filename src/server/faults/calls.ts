import { jsonAnswer, slow, type Fault } from './answer.ts'
import { twoDigits } from '#/contract/day.ts'

export const repeatPage: Fault = async (request, fetch, { pageParam }) => {
  const url = new URL(request.url)
  url.searchParams.delete(pageParam)
  return fetch(new Request(url, request))
}

interface CallsAnswer {
  readonly calls: readonly unknown[]
  readonly meta: { readonly pagination: Readonly<Record<string, unknown>> }
}

const editCalls =
  (
    edit: (
      answer: CallsAnswer,
      page: number,
      ask: (page: number) => Promise<CallsAnswer>,
    ) => CallsAnswer | Promise<CallsAnswer>,
  ): Fault =>
  async (request, fetch, { pageParam }) => {
    const requested = new URL(request.url)
    const ask = async (page: number) => {
      const url = new URL(requested)
      url.searchParams.set(pageParam, String(page))
      return (await (await fetch(new Request(url, request))).json()) as CallsAnswer
    }
    const response = await fetch(request.clone())
    const answer = (await response.json()) as CallsAnswer
    if (!response.ok) return jsonAnswer(response.status, answer)
    return jsonAnswer(200, await edit(answer, Number(requested.searchParams.get(pageParam) ?? 1), ask))
  }

const paged = (
  answer: CallsAnswer,
  change: { calls?: readonly unknown[]; pagination?: Readonly<Record<string, unknown>> },
): CallsAnswer => ({
  calls: change.calls ?? answer.calls,
  meta: { ...answer.meta, pagination: { ...answer.meta.pagination, ...change.pagination } },
})

export const unreadableRecord = editCalls((answer) => {
  const [first, ...rest] = answer.calls
  return paged(answer, { calls: [{ ...Object(first), id: null }, ...rest] })
})

/** Differences from the document: a missing field, an extra one, another type, an unknown code. */
export const drifted = editCalls((answer) => {
  const [first, second, ...rest] = answer.calls
  const { service_name: _gone, ...changed } = { ...Object(first), duration: '95', queue: 'QUEUE_CANARY' }
  return paged(answer, { calls: [changed, ...(second ? [{ ...Object(second), status: 42 }] : []), ...rest] })
})

/** Breaks the order: the last contact of a page comes first. */
export const otherOrder = editCalls(({ calls, meta }) => ({
  calls: [...calls.slice(-1), ...calls.slice(0, -1)],
  meta,
}))

/** Five megabytes of contacts on one page. */
export const heavyPage = editCalls((answer) => {
  const times = Math.ceil(5e6 / JSON.stringify(answer.calls).length)
  return paged(answer, { calls: Array.from({ length: times }, () => answer.calls).flat() })
})

export const doubledRow = editCalls((answer) => {
  const [first, , ...rest] = answer.calls
  return rest.length === 0 ? answer : paged(answer, { calls: [first, first, ...rest] })
})

const HELD_BACK = 5

/** Without the newest contacts: switched off, they arrive while a list is open and shift its pages. */
export const beforeNewest = editCalls(async (answer, page, ask) => {
  const next = answer.meta.pagination['next_page'] ? await ask(page + 1) : { calls: [] }
  return paged(answer, {
    calls: [...answer.calls, ...next.calls].slice(HELD_BACK, HELD_BACK + answer.calls.length),
    pagination: { total_objects: Math.max(Number(answer.meta.pagination['total_objects']) - HELD_BACK, 0) },
  })
})

/** Totals are ten times too large; further pages are empty. */
export const bigTotal = editCalls((answer, page) => {
  const { total_objects: total, total_pages: pages } = answer.meta.pagination
  return paged(answer, {
    pagination: {
      current_page: page,
      total_objects: Number(total) * 10,
      total_pages: Number(pages) * 10,
    },
  })
})

export const noTotal = editCalls((answer) =>
  paged(answer, { pagination: { total_objects: null, total_pages: null } }),
)

export const emptyPage = editCalls((answer, page) => (page === 2 ? paged(answer, { calls: [] }) : answer))

export const failingPage =
  (page: number, status: number): Fault =>
  async (request, fetch, { pageParam }) =>
    new URL(request.url).searchParams.get(pageParam) === String(page)
      ? jsonAnswer(status, { error: 'unknown_error' })
      : fetch(request)

const CHANGED_FROM = 5

/** The list ends before its total. */
export const endsEarly = editCalls((answer, page) =>
  page < CHANGED_FROM ? answer : paged(answer, { calls: [] }),
)

/** A contact is removed while the list is read: the total shrinks, and later ones move up. */
export const shrinkingTotal = editCalls(async (answer, page, ask) => {
  if (page < CHANGED_FROM) return answer
  const next = answer.meta.pagination['next_page'] ? await ask(page + 1) : { calls: [] }
  return paged(answer, {
    calls: [...answer.calls.slice(1), ...next.calls.slice(0, 1)],
    pagination: { total_objects: Number(answer.meta.pagination['total_objects']) - 1 },
  })
})

export const tooManyPages: Fault = async (request, fetch, { pageParam }) =>
  new URL(request.url).searchParams.get(pageParam) === '3'
    ? Response.json({ error: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '4' } })
    : fetch(request)

/** The first pages are fast, others slow. */
export const slowPages: Fault = async (request, fetch, dialect) =>
  Number(new URL(request.url).searchParams.get(dialect.pageParam) ?? 1) >= 3
    ? slow(request, fetch, dialect)
    : fetch(request)

const BUSY = 30
/** Single days begin with many contacts of one object, so that its today seems silent. */
export const busyDays: Fault = async (request, fetch, { pageParam }) => {
  const requested = new URL(request.url).searchParams
  const response = await fetch(request)
  const answer = (await response.json()) as CallsAnswer
  const first = answer.calls?.[0]
  const day = requested.get('date_from')
  if (!first || day === null || day !== requested.get('date_to') || requested.has(pageParam))
    return jsonAnswer(response.status, answer)
  const offset = /([+-]\d\d:\d\d)?$/.exec((first as { readonly date: string }).date)?.[0]
  const early = Array.from({ length: BUSY }, (_, index) => ({
    ...first,
    id: 1e12 + index,
    date: `${day}T00:00:${twoDigits(index)}${offset}`,
  }))
  return jsonAnswer(200, paged(answer, { calls: [...early, ...answer.calls] }))
}

/** The contacts of one sample client, Motor Servis, fail. */
export const oneClientsCallsFail: Fault = async (request, fetch) =>
  new URL(request.url).pathname.includes('/clients/8/')
    ? jsonAnswer(500, { error: 'unknown_error' })
    : fetch(request)
