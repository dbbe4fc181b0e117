// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, DAY_MS, dayNumber, dayText, MINUTE_MS } from '#/contract/day.ts'
import type { FaultName } from '#/server/faults.ts'
import type { ApiServer } from '#/test/api-server.ts'
import { button, words } from '#/test/page.ts'
import { allowConsole, eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

const findWall = () => screen.findByRole('region', { name: 'Gone quiet' })
const checked = (wall: HTMLElement) => within(wall).findByText(/^Checked \d\d:\d\d$/)

/** Requests of the page for clients' data so far, but for those that tell the clock. */
const requestsOf = ({ api }: RenderedApp) =>
  api.asked.filter(
    ({ path, query }) =>
      /^\/api\/v2\/clients\/[^/]+\/(objs\/|calls)$/.test(path) && query.get('period') !== 'all',
  )

/** @param companies the agency's only clients */
const open = async (
  companies: readonly string[],
  faults: readonly FaultName[] = [],
  more: (api: ApiServer) => Promise<void> = async () => undefined,
) => {
  const app = await renderApp('/clients', {
    account: 'agency_manager',
    faults,
    before: async (api) => {
      await api.database
        .updateTable('accounts')
        .set({ agency_id: null })
        .where('company_name', 'not in', companies)
        .execute()
      await more(api)
    },
  })
  const wall = await findWall()
  await screen.findByRole('link', { name: companies[0]! })
  return { ...app, app, wall }
}

/** The receipt of a figure: label to value, and the receipt is closed again. */
const receiptOf = async (
  { user }: RenderedApp,
  figure: HTMLElement,
): Promise<ReadonlyMap<string, string>> => {
  await user.click(figure)
  const receipt = await screen.findByRole('dialog', { name: 'Receipt' })
  const values = [...receipt.querySelectorAll('dd')].map(words)
  const found = new Map([...receipt.querySelectorAll('dt')].map((label, at) => [words(label), values[at]!]))
  await user.click(button('Close', receipt))
  return found
}

const isoDay = (text: string) => new Date(Date.parse(`${text} UTC`)).toISOString().slice(0, 10)

interface Page {
  readonly calls: readonly { readonly obj_oid: string; readonly date: string }[]
  readonly meta: { readonly pagination: { readonly total_pages: number } }
}
/** How many contacts an object has on a day up to a time of its clock, as the service lists them day by day. */
const countUpTo = async (
  { api }: RenderedApp,
  of: { readonly client: string; readonly oid: string },
  [from, to]: readonly [string, string],
  day: string,
  time: string,
) => {
  let count = 0
  for (let page = 1, last = 1; page <= last; page++) {
    const query = `period=custom&date_from=${from}&date_to=${to}&order_way=ASC${page > 1 ? `&page=${page}` : ''}`
    const { calls, meta } = await api.get<Page>(`/api/v2/clients/${of.client}/calls?${query}`)
    count += calls.filter(
      ({ obj_oid, date }) => obj_oid === of.oid && date.slice(0, 10) === day && date.slice(11, 16) < time,
    ).length
    last = meta.pagination.total_pages
  }
  return count
}

/** Holds an object's receipt against what the service lists. @returns what is usual by now */
const expectTrue = async (app: RenderedApp, entry: HTMLElement, figure: HTMLElement) => {
  const link = within(entry).getAllByRole<HTMLAnchorElement>('link')[0]!
  const { pathname, searchParams } = new URL(link.href)
  const of = { client: searchParams.get('client')!, oid: pathname.split('/').at(-1)! }
  const receipt = await receiptOf(app, figure)
  const [todayWords, today] = [...receipt].find(([label]) => label.includes(', by '))!
  const [dayWords = '', time = ''] = todayWords.split(', by ')
  const day = isoDay(dayWords)
  // Today is asked for with the days around it: what the day alone answers is what the fault has made busy.
  expect(Number(today)).toBe(await countUpTo(app, of, [addDays(day, -1), addDays(day, 1)], day, time))

  const weeks = [...receipt].filter(([label]) => /^\w{3} \d+, \d{4}$/.test(label))
  expect(weeks.map(([label]) => isoDay(label))).toEqual(
    Array.from({ length: 8 }, (_, week) => addDays(day, -7 * (week + 1))),
  )
  let sum = 0
  for (const [label, count] of weeks) {
    const week = isoDay(label)
    expect(Number(count), label).toBe(await countUpTo(app, of, [week, week], week, time))
    sum += Number(count)
  }
  expect(Number(receipt.get('Usual by now')), 'mean of the weeks').toBeCloseTo(sum / 8, 1)
  return sum / 8
}

/** Each past day of the norm begins with thirty contacts of one object: whatever the hour is now, its today is silent. */
const makeBusyWeeks = async ({ database }: ApiServer) => {
  const { id: _, ...row } = await database
    .selectFrom('contacts as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .selectAll('c')
    .where('a.company_name', '=', 'Sever Group')
    .orderBy('c.occurred_at', 'desc')
    .executeTakeFirstOrThrow()
  const today = dayNumber('2026-11-20')
  await database
    .deleteFrom('contacts')
    .where('object_id', '=', row.object_id)
    .where('day', '=', dayText(today))
    .execute()
  for (let week = 1; week <= 8; week++) {
    const day = today - 7 * week
    await database
      .insertInto('contacts')
      .values(
        Array.from({ length: 30 }, (__, nth) => ({
          ...row,
          id: 900_000_000 + week * 100 + nth,
          // From one o'clock on by the contact's own clock.
          occurred_at: day * DAY_MS + (60 + nth - row.utc_offset) * MINUTE_MS,
          day: dayText(day),
        })),
      )
      .execute()
  }
}

test('silent objects come first, the least likely on top, each with its own count, norm and way to the snippet', async () => {
  const { app, wall } = await open(['Sever Group'], [], makeBusyWeeks)
  await checked(wall)
  expect(requestsOf(app)).toEqual([])
  within(wall).getByText(/^\d+ objects? (is|are) unusually quiet\.$/)
  const cards = within(within(wall).getAllByRole('list')[0]!).getAllByRole('listitem')

  const card = cards[0]!
  within(card).getByText(/^(0 since \d\d:\d\d|\d+ today)$/)
  const figure = within(card).getByRole('button')
  expect(figure.textContent).toMatch(/usually \d/)
  expect(await expectTrue(app, card, figure)).toBeGreaterThan(5)

  const times = cards.map((one) => {
    const { textContent: text } = within(one).getByText(/by chance$/)
    return text.includes('million') ? Infinity : Number(/1 in ([\d,]+)/.exec(text)![1]!.replaceAll(',', ''))
  })
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(times.at(-1)).toBeGreaterThanOrEqual(100)
  const snippet = within(wall).getAllByRole('link', { name: 'Check the snippet' })[0]!
  expect(snippet.getAttribute('href')).toMatch(/^\/objects\/[^/]+\?client=[^#]+#tracking-script$/)
})

test('an object too quiet to judge says so, and shows what it was judged from', { tags: 'all' }, async () => {
  const { app, user, wall } = await open(['Sever Group', 'Motor Servis'])
  await checked(wall)
  const toggle = within(wall).getByRole('button', { name: /^\d+ objects? (is|are) too quiet to judge$/ })
  expect(toggle.ariaExpanded).toBe('false')
  toggle.focus()
  await user.keyboard('{Enter}')
  expect(toggle.ariaExpanded).toBe('true')
  const quiet = within(wall)
    .getAllByRole('listitem')
    .filter((item) => /usually [\d.]+$/.test(words(item)))
  expect(quiet).toHaveLength(Number.parseInt(toggle.textContent))
  const figures = quiet.map((item) => within(item).getByRole('button'))
  const usual = figures.map((figure) => Number(words(figure).split(' ')[1]))
  expect(usual).toEqual(usual.toSorted((a, b) => b - a))
  await expectTrue(app, quiet[0]!, figures[0]!)
})

test('a client that fails says so in its own line and is read again alone', { tags: 'all' }, async () => {
  allowConsole(/status of 500/)
  const { app, user, wall } = await open(['Sever Group', 'Motor Servis'], ['objects-one-client-500'])
  await within(wall).findByText('1 of 2 clients checked')
  const failure = within(wall)
    .getAllByRole('listitem')
    .find((item) => words(item).includes('Motor Servis: The service failed.'))!

  app.api.fault()
  const before = app.api.toService.length
  await user.click(within(failure).getByRole('button', { name: 'Try again' }))
  await eventually(() => expect(within(wall).queryByText(/clients checked$/)).toBeNull())
  await checked(wall)
  const asked = app.api.toService.slice(before).filter((path) => /\/(objs|calls)/.test(path))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every((path) => path.includes('/clients/8/'))).toBe(true)
})
