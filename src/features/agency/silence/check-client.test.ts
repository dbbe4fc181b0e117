import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scope } from '#/api/client.ts'
import { exampleOf } from '#/test/api-document.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { checkClient, LEAST_REQUESTS } from './check-client.ts'

const scope: Scope = { principal: 'p1', client: 'c2' }
const PAGE = 2
const NOW = '2026-11-20T14:00:30+03:00'
const WEEKS = [
  '2026-11-13',
  '2026-11-06',
  '2026-10-30',
  '2026-10-23',
  '2026-10-16',
  '2026-10-09',
  '2026-10-02',
  '2026-09-25',
]

beforeEach(() => void vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A service of one object with contacts on these dates, two to a page; what `failing` says to be broken is. */
const service = (
  dates: readonly string[],
  failing: (day: string, page: number) => Response | null = () => null,
) =>
  fakeFetch(({ url }) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://page')
    const pagination = (page: number, total: number) => ({
      current_page: page,
      next_page: page * PAGE < total ? page + 1 : null,
      prev_page: null,
      total_pages: Math.ceil(total / PAGE),
      total_objects: total,
    })
    if (pathname.endsWith('/objs/'))
      return fakeJson({ objs: [{ ...exampleOf('obj'), oid: 'a1' }], meta: { pagination: pagination(1, 1) } })
    const [from, to] = [asked.get('date_from') ?? '', asked.get('date_to') ?? '']
    const page = Number(asked.get('page') ?? 1)
    const broken = failing(from, page)
    if (broken) return broken
    const found = dates
      .map((date, index) => ({ ...exampleOf('call'), id: index + 1, obj_oid: 'a1', date }))
      .filter(({ date }) => date.slice(0, 10) >= from && date.slice(0, 10) <= to)
      .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date))
    const ordered = asked.get('order_way') === 'ASC' ? found.toReversed() : found
    return fakeJson({
      calls: ordered.slice((page - 1) * PAGE, page * PAGE),
      meta: { obj: [], pagination: pagination(page, found.length) },
    })
  })

const check = () => checkClient(scope, (request) => request(), new AbortController().signal)
const at = (day: string, ...times: readonly string[]) => times.map((time) => `${day}T${time}:00+03:00`)
const asked = (requests: readonly { readonly url: string }[]) =>
  requests.map(({ url }) => decodeURIComponent(url.replace('/api/v2/clients/c2', '')))

describe('the plan', () => {
  it('is the objects, the days around today newest first, and eight weeks oldest first', async () => {
    const { requests } = service(at('2026-11-20', '09:00'))
    await check()
    expect(asked(requests)).toEqual([
      '/objs/',
      '/calls?period=custom&date_from=2026-11-19&date_to=2026-11-21',
      ...WEEKS.map((day) => `/calls?period=custom&date_from=${day}&date_to=${day}&order_way=ASC`),
    ])
    expect(requests).toHaveLength(LEAST_REQUESTS)
  })

  it('follows the clock of the newest contact, not ours: there it is tomorrow already', async () => {
    vi.setSystemTime(new Date('2026-11-20T20:30:00Z'))
    const { requests } = service(['2026-11-21T01:10:00+05:00', '2026-11-20T23:50:00+05:00'])
    const { today, offset, weeks } = await check()
    expect(offset).toBe(300)
    expect(today.day).toBe('2026-11-21')
    expect(today.contacts.map((contact) => contact.at?.time)).toEqual(['01:10'])
    expect(weeks.map((week) => week?.day).at(-1)).toBe('2026-09-26')
    expect(asked(requests)[2]).toContain('date_from=2026-11-14&date_to=2026-11-14')
  })

  it('reads today to its beginning, and a past day to the minute it is now', async () => {
    const { requests } = service([
      ...at('2026-11-20', '13:00', '12:00', '11:00'),
      ...at('2026-11-19', '20:00', '19:00', '18:00', '17:00'),
      ...at('2026-11-13', '09:00', '10:00', '13:00', '14:30', '15:00', '16:00'),
    ])
    const { today, weeks } = await check()
    expect(today.contacts.map((contact) => contact.at?.time)).toEqual(['13:00', '12:00', '11:00'])
    expect(weeks[0]?.contacts.map((contact) => contact.at?.time)).toEqual([
      '09:00',
      '10:00',
      '13:00',
      '14:30',
    ])
    expect(asked(requests).filter((url) => url.includes('page='))).toEqual([
      '/calls?period=custom&date_from=2026-11-19&date_to=2026-11-21&page=2',
      '/calls?period=custom&date_from=2026-11-19&date_to=2026-11-21&page=3',
      '/calls?period=custom&date_from=2026-11-13&date_to=2026-11-13&order_way=ASC&page=2',
    ])
  })

  it('reads further where clocks differ: a later minute may stand before an earlier one', async () => {
    service([
      '2026-11-20T12:00:00+03:00',
      '2026-11-13T14:20:00+05:00',
      '2026-11-13T12:30:00+03:00',
      '2026-11-13T13:40:00+03:00',
      '2026-11-13T13:50:00+03:00',
      '2026-11-13T18:00:00+03:00',
      '2026-11-13T19:00:00+03:00',
    ])
    const { weeks } = await check()
    expect(weeks[0]?.contacts).toHaveLength(6)
  })
})

describe('what does not come', () => {
  const dates = [...at('2026-11-20', '13:00'), ...WEEKS.flatMap((day) => at(day, '09:00', '10:00', '11:00'))]
  const answer = (status: number, error: string) => fakeJson({ error }, { status })

  it('is left out, if it is a week or four', async () => {
    service(dates, (day) => (WEEKS.slice(0, 4).includes(day) ? answer(500, 'unknown_error') : null))
    const { weeks } = await check()
    expect(weeks.map((week) => week?.contacts.length ?? null)).toEqual([null, null, null, null, 3, 3, 3, 3])
  })

  it('is the end, if there would be no norm, no today, or no access', async () => {
    service(dates, (day) => (WEEKS.slice(0, 5).includes(day) ? answer(500, 'unknown_error') : null))
    await expect(check()).rejects.toMatchObject({ kind: 'server' })
    service(dates, (day) => (day === '2026-11-19' ? answer(503, 'unknown_error') : null))
    await expect(check()).rejects.toMatchObject({ kind: 'unavailable' })
    service(dates, (day) => (day === WEEKS[7] ? answer(403, 'client_forbidden') : null))
    await expect(check()).rejects.toMatchObject({ kind: 'client-forbidden' })
  })

  it('is a week whose pages repeat (G1): it would count too little', async () => {
    const again = { current_page: 1, next_page: 2, prev_page: null, total_pages: 2, total_objects: 3 }
    service(dates, (day, page) =>
      day === WEEKS[2] && page === 2
        ? fakeJson({ calls: [{ ...exampleOf('call'), id: 1 }], meta: { obj: [], pagination: again } })
        : null,
    )
    const { weeks } = await check()
    expect(weeks.map((week) => week?.day ?? null)).toEqual(
      WEEKS.map((day, index) => (index === 2 ? null : day)),
    )
  })
})
