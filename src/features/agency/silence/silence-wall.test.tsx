// @vitest-environment jsdom
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addDays } from '#/contract/day.ts'
import { button, mainMenu, words } from '#/test/page.ts'
import { allowConsole, eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

/** The clients of the sample that have objects. */
const CLIENTS = 23
/** Of one client, if no list has more than a page. */
const REQUESTS = 10

const findWall = () => screen.findByRole('region', { name: 'Silence wall' })
const checkButton = (wall: HTMLElement) => within(wall).findByRole('button', { name: /^Check \d+ clients?$/ })
const checked = (wall: HTMLElement) => within(wall).findByText(/^Checked \d\d:\d\d$/)

/** Requests for clients' data so far, but for those that tell the clock: for first pages, and for further ones. */
const requestsOf = ({ api }: RenderedApp) => {
  const made = api.asked.filter(
    ({ path, query }) =>
      /^\/api\/v2\/clients\/[^/]+\/(objs\/|calls)$/.test(path) && query.get('period') !== 'all',
  )
  const further = made.filter(({ query }) => query.has('page')).length
  return { first: made.length - further, further }
}

/** @param companies the agency's only clients; none named: all of the sample's */
const open = async (...companies: readonly string[]) => {
  const app = await renderApp('/clients', {
    account: 'agency_manager',
    before: async ({ database }) => {
      if (companies.length === 0) return
      await database
        .updateTable('accounts')
        .set({ agency_id: null })
        .where('company_name', 'not in', companies)
        .execute()
    },
  })
  const wall = await findWall()
  await screen.findByRole('link', { name: companies[0] ?? 'Sever Group' })
  return {
    ...app,
    app,
    wall,
    check: async () => {
      await app.user.click(await checkButton(wall))
      await checked(wall)
    },
  }
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

test('the number of requests is shown before they are made, and no others are', async () => {
  const { app, wall, check } = await open()
  expect((await checkButton(wall)).textContent).toBe(`Check ${CLIENTS} clients`)
  within(wall).getByText(`At least ${REQUESTS} requests for each client: ${REQUESTS * CLIENTS}`)
  expect(requestsOf(app)).toEqual({ first: 0, further: 0 })

  await check()
  const made = requestsOf(app)
  expect(made.first).toBe(REQUESTS * CLIENTS)
  // As many again, and no more than that, if every list were of two pages.
  expect(made.further).toBeLessThan(REQUESTS * CLIENTS)
  within(wall).getByText(/are not tracked\.$/)
})

test('silent objects come first, the least likely on top, each with its own count, norm and way to the snippet', async () => {
  const { app, wall, check } = await open('Sever Group')
  // Each past day begins with thirty contacts of one object: whatever the hour is now, its today is silent.
  app.api.fault('calls-busy-days')
  await check()
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
  const { app, user, wall, check } = await open('Sever Group', 'Motor Servis')
  await check()
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

test('what was cancelled keeps what has come; the rest is asked for alone', { tags: 'all' }, async () => {
  const { app, user, wall } = await open()
  // Two clients' first requests take the four places that there are, after others have come.
  const release = app.api.hold(/\/clients\/(20|21)\//)
  await user.click(await checkButton(wall))
  await within(wall).findByText(new RegExp(`^[1-9]\\d* of ${CLIENTS} clients$`))
  const progress = within(wall).getByRole('progressbar', { name: 'Checking clients' })
  expect(progress.getAttribute('aria-valuetext')).toMatch(/^\d+ of at least \d+ requests$/)
  await user.click(button('Cancel', wall))
  expect(within(wall).queryByRole('progressbar')).toBeNull()
  const partial = await within(wall).findByText(new RegExp(`^\\d+ of ${CLIENTS} clients checked$`))
  const left = CLIENTS - Number.parseInt(partial.textContent)
  expect(left).toBeGreaterThan(0)
  const rest = within(wall).getByRole('button', { name: `Check the other ${left} clients` })
  within(wall).getByText(`At least ${REQUESTS} requests for each client: ${REQUESTS * left}`)

  release()
  const before = requestsOf(app).first
  await user.click(rest)
  await checked(wall)
  expect(within(wall).queryByText(/clients checked$/)).toBeNull()
  expect(within(wall).queryByRole('button', { name: /^Check the other/ })).toBeNull()
  expect(requestsOf(app).first).toBe(before + REQUESTS * left)
})

test('a client that fails says so in its own line and is asked again alone', { tags: 'all' }, async () => {
  allowConsole(/status of 500/)
  const { app, user, wall, check } = await open('Sever Group', 'Motor Servis')
  app.api.fault('objects-one-client-500')
  await check()
  const failure = within(wall)
    .getAllByRole('listitem')
    .find((item) => words(item).includes('Motor Servis: The service failed.'))!
  within(wall).getByText('1 of 2 clients checked')

  app.api.fault()
  const before = requestsOf(app).first
  await Promise.all([
    waitForElementToBeRemoved(failure),
    user.click(within(failure).getByRole('button', { name: 'Try again' })),
  ])
  await checked(wall)
  expect(within(wall).queryByText(/clients checked$/)).toBeNull()
  expect(requestsOf(app).first).toBe(before + REQUESTS)
})

test(
  'a pin changes the order, not who is checked, and what was checked is kept for an hour',
  { tags: 'all' },
  async () => {
    const { app, user, wall, check } = await open('Motor Servis', 'Sever Group')
    await check()
    const made = requestsOf(app)
    expect(made.first).toBe(REQUESTS * 2)
    const found = within(wall).getByText(/too quiet to judge$/).textContent
    await user.click(button('Pin Sever Group'))
    within(wall).getByText(found)
    expect(within(wall).queryByText(/clients checked$/)).toBeNull()

    const go = (name: string) => user.click(within(mainMenu()).getByRole('link', { name }))
    const STEP = 20
    const awayFor = async (minutes: number) => {
      await go('Objects')
      await screen.findByRole('heading', { name: 'Choose a client first' })
      for (let minute = 0; minute < minutes; minute += STEP) {
        vi.setSystemTime(Date.now() + Math.min(STEP, minutes - minute) * 60_000)
        // Another tab is at work: the session does not end.
        await app.api.get('/api/session')
      }
      await go('Clients')
      return findWall()
    }
    const soon = await awayFor(50)
    await within(soon).findByText(found)
    expect(within(soon).queryByRole('button', { name: /^Check \d+ client/ })).toBeNull()

    const late = await awayFor(11)
    expect((await checkButton(late)).textContent).toBe('Check 2 clients')
    expect(within(late).queryByText(found)).toBeNull()
    await eventually(() => expect(requestsOf(app)).toEqual(made))
  },
)
