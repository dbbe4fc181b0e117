// @vitest-environment jsdom
import { applyPeriod } from '#/test/screens/period.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MISSED_STATUSES } from '#/contract/codes.ts'
import { statusFilterCode } from '#/contract/call-filters.ts'
import { words } from '#/test/page.ts'
import { clientNamed } from '#/test/api-server.ts'
import { allowConsole, eventually } from '#/test/render-app.tsx'
import { allLoaded, buttonOf, figure, openOverview, panel, receipt, shown } from './page-testing.ts'

/* Only the first panels are rendered: the page is four times as quick. */
vi.mock('./panels/panels.ts', async (importOriginal) => {
  const { PANELS } = await importOriginal<typeof import('./panels/panels.ts')>()
  return { PANELS: { ...PANELS, main: [], side: [], pairs: [], bottom: [] } }
})

const DAYS = 'date_from=2026-10-20&date_to=2026-11-16'
const BEFORE = 'date_from=2026-09-22&date_to=2026-10-19'
const MANY_DAYS = 'date_from=2026-09-20&date_to=2026-11-16'
const MISSED = [...MISSED_STATUSES].map(statusFilterCode)

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const chip = (filter: string) => screen.queryByLabelText(`Remove filter: ${filter}`)

test('the cards say what the service counts, and so do their comparison and their contacts', async () => {
  const { address, counted, user } = await openOverview(`?${DAYS}`, { account: 'client' })
  const byStatus = async (codes: readonly string[]) => {
    const counts = await Promise.all(codes.map((code) => counted(DAYS, `&status_filter=${code}`)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const contacts = await counted(DAYS)
  const firstTime = await counted(DAYS, '&repeated_filter=1')
  const target = await counted(DAYS, '&target_filter=1')
  const missed = await byStatus(MISSED)
  const answered = await byStatus(['ANSWER', 'USER_CALL'])
  const before = await counted(BEFORE)
  for (const count of [firstTime, target, missed, answered, before]) expect(count).toBeGreaterThan(0)
  await allLoaded(contacts)
  await eventually(() => figure(`Contacts ${shown(contacts)}`))
  figure(`Calls ${shown(missed + answered)}`)
  figure(`Missed rate ${percent(missed / (missed + answered))}`)
  figure(`First-time ${shown(firstTime)}`)
  figure(`Target rate ${percent(target / contacts)}`)
  figure(/^Deals\s*[\d,]+$/)
  const lines = [
    ...panel('Summary').querySelectorAll('button:not([aria-haspopup=dialog]:has(> svg)) svg'),
  ].map((line) => line.querySelector('path'))
  expect(lines).toHaveLength(6)
  expect(lines).not.toContain(null)

  await user.click(figure(`Contacts ${shown(contacts)}`))
  await eventually(() => expect(words(receipt())).not.toBe('Loading'))
  const facts = [...receipt().querySelectorAll('dt')].map((term) => [
    words(term),
    words(term.nextElementSibling),
  ])
  expect(facts).toContainEqual(['Rows counted', shown(contacts)])
  expect(words(receipt())).toContain(`Number of contacts${shown(contacts)}`)
  expect(facts).toContainEqual(['Compared with', `Sep 22 – Oct 19, 2026${before}`])
  await user.click(figure(`Contacts ${shown(contacts)}`))

  await user.click(figure(/^Missed rate/))
  expect(words(receipt())).toContain(`${shown(missed)} missed ÷ `)
  await user.click(within(receipt()).getByRole('link', { name: 'Open these contacts' }))
  await eventually(() => expect(address()).toBe(`/calls?period=custom&${DAYS}&status_filter=missed`))
  await screen.findByText(`${shown(missed)} contacts`)
})

test(
  'what the address means; the period and what it is compared with are chosen, and stay',
  { tags: 'all' },
  async () => {
    const { user, address, search, press, counted, open } = await openOverview(
      '?period=century&days=x&kind=first_time',
    )
    await screen.findByText('Not understood and left out of the address: Period, Days')
    expect(address()).toBe('/overview?kind=first_time')
    expect(document.title).toMatch(/^Overview · All objects/)
    await user.click(chip('Kind First-time')!)

    await press('Period Last 30 days')
    await applyPeriod(user, 'Last 7 days')
    await eventually(() => expect(address()).toBe('/overview?period=last_7_days'))
    await press(/^Compared with/)
    await user.click(await screen.findByRole('radio', { name: 'Same dates last year' }))
    await press('Apply')
    await eventually(() => expect(search().get('compare')).toBe('year'))
    await press('Period Last 7 days')
    const fill = async (name: string, day: string) => {
      await user.clear(await screen.findByLabelText(name))
      await user.type(screen.getByLabelText(name), day)
    }
    await fill('From', '2026-10-20')
    await fill('To', '2026-10-19')
    await screen.findByText('“From” is later than “To”')
    await fill('To', '2026-11-16')
    await user.keyboard('{Enter}')
    const contacts = await counted(DAYS)
    expect(contacts).toBeGreaterThan(0)
    await allLoaded(contacts)
    const chosen = { compare: 'year', date_from: '2026-10-20', date_to: '2026-11-16' }
    expect(Object.fromEntries(search())).toEqual(chosen)
    open(address())
    await eventually(() => figure(`Contacts ${shown(contacts)}`))
    expect(Object.fromEntries(search())).toEqual(chosen)
    await press(/^Compared with/)
    await user.click(await screen.findByRole('radio', { name: 'No comparison' }))
    await press('Apply')
    await eventually(() => buttonOf('Compared with nothing'))
  },
)

test(
  'a month is compared with the month before by the calendar, with matched weekdays, and with any days',
  { tags: 'all' },
  async () => {
    const october = 'date_from=2026-10-01&date_to=2026-10-31'
    const { user, counted, press, search } = await openOverview(`?${october}`, { account: 'client' })
    const contacts = await counted(october)
    await allLoaded(contacts)
    const comparedIs = async (days: string, before: string) => {
      await allLoaded(contacts)
      const count = await counted(before)
      expect(count).toBeGreaterThan(0)
      const facts = async () => {
        await user.click(figure(`Contacts ${shown(contacts)}`))
        const terms = [...receipt().querySelectorAll('dt')]
        const fact = terms.find((term) => words(term) === 'Compared with')
        const texts = [words(fact?.nextElementSibling ?? null), words(receipt())] as const
        await user.click(figure(`Contacts ${shown(contacts)}`))
        return texts
      }
      await eventually(async () => expect((await facts())[0]).toBe(`${days}${shown(count)}`))
      return (await facts())[1]
    }
    const texts = await comparedIs('Sep 1 – 30, 2026', 'date_from=2026-09-01&date_to=2026-09-30')
    expect(texts).toContain('Same days last month: Compares calendar dates')
    expect(texts).toContain('Compared per day: 31 days with 30 days')
    const september = await counted('date_from=2026-09-01&date_to=2026-09-30')
    const perDay = (count: number, days: number) =>
      `${shown(count)} ÷ ${days} days = ${(count / days).toLocaleString('en', { maximumFractionDigits: 2 })}`
    expect(texts).toContain(`Per day${perDay(contacts, 31)}${perDay(september, 30)}`)
    const change = (100 * contacts * 30) / (september * 31) - 100
    const sign = change > 0 ? '+' : '−'
    expect(words(panel('Summary'))).toContain(`${sign}${Math.abs(change).toFixed(1)}% per day`)

    await press(/^Compared with/)
    await user.click(await screen.findByRole('radio', { name: 'Previous period' }))
    await press('Apply')
    await eventually(() => expect(search().get('compare')).toBe('previous'))
    await comparedIs('Aug 31 – Sep 30, 2026', 'date_from=2026-08-31&date_to=2026-09-30')

    await press(/^Compared with/)
    await user.click(await screen.findByRole('checkbox', { name: 'Match weekdays', checked: false }))
    await press('Apply')
    await eventually(() => buttonOf('Compared with Aug 27 – Sep 26, 2026, same weekdays'))
    await press(/^Compared with/)
    await user.click(await screen.findByRole('radio', { name: 'Custom days' }))
    const from = await screen.findByLabelText('First day')
    await user.clear(from)
    await user.type(from, '2026-09-20')
    await user.keyboard('{Enter}')
    await eventually(() => buttonOf('Compared with Sep 20 – 26, 2026'))
    await comparedIs('Sep 20 – 26, 2026', 'date_from=2026-09-20&date_to=2026-09-26')
  },
)

test('what narrows the report is a chip, and Esc takes back the last one', async () => {
  const { counted, user, address } = await openOverview(`?${DAYS}&kind=first_time&target=target`, {
    account: 'client',
  })
  const both = await counted(DAYS, '&target_filter=1&repeated_filter=1')
  const firstTime = await counted(DAYS, '&repeated_filter=1')
  const all = await counted(DAYS)
  expect(0 < both && both < firstTime && firstTime < all).toBe(true)
  await eventually(() => figure(`Contacts ${shown(both)}`))
  expect(chip('Kind First-time')).not.toBeNull()
  expect(chip('Target Target')).not.toBeNull()
  await user.keyboard('{Escape}')
  await eventually(() => figure(`Contacts ${shown(firstTime)}`))
  expect(chip('Target Target')).toBeNull()
  await user.click(chip('Kind First-time')!)
  await eventually(() => figure(`Contacts ${shown(all)}`))
  expect(address()).toBe(`/overview?${DAYS}`)
})

test('fault-page-fails: a page that fails is reported, and asked for again', { tags: 'all' }, async () => {
  allowConsole(/status of 500/)
  const { api, counted, listens, press } = await openOverview(`?${MANY_DAYS}&compare=none`, {
    account: 'client',
    faults: ['calls-page-3-fails'],
  })
  const partial = await screen.findByText(/^Couldn’t read /)
  await eventually(() => expect(partial.title).toContain('The service failed'))
  api.fault()
  const contacts = await counted(MANY_DAYS)
  expect(contacts).toBeGreaterThan(60)
  screen.getByText(new RegExp(`^Couldn’t read .*: ${contacts - 20} of ${contacts} contacts`))
  const again = listens()
  await press('Retry')
  await allLoaded(contacts)
  expect(again().length).toBeGreaterThan(0)
  await eventually(() => figure(`Contacts ${shown(contacts)}`))
})

test(
  'what the service asks of the worker the whole page waits for: one line counts down, and loading goes on',
  { tags: 'all' },
  async () => {
    allowConsole(/status of 429/)
    const { api } = await openOverview('?compare=none', {
      account: 'client',
      faults: ['calls-429-pages'],
    })
    await screen.findByText(/^Too many requests\. Next try 0:0\d$/)
    expect(document.body.textContent).not.toContain('could not be loaded')
    api.fault()
    await eventually(() => expect(document.body.textContent).not.toContain('Too many requests'))
    await allLoaded()
  },
)

test('nothing at all is an error with a way on', { tags: 'all' }, async () => {
  allowConsole(/status of 500/)
  const { api, press, counted } = await openOverview(`?${DAYS}`, { faults: ['calls-500'] })
  await screen.findByRole('heading', { name: 'Could not load the contacts' })
  api.fault()
  await press('Retry')
  await allLoaded(await counted(DAYS))
})

test(
  'fault-clock: today is the contacts’ day and not the browser’s, before anything of it is asked for',
  { tags: 'all' },
  async () => {
    // East of all objects: the next day began an hour and a half ago.
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-600)
    const { api, user } = await openOverview('?period=today', {
      account: 'client',
      now: Date.parse('2026-11-20T15:30:00Z'),
    })
    const { contacts } = await api.database
      .selectFrom('contacts')
      .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
      .where('accounts.email', '=', 'info@severgroup.ru')
      .where('day', '=', '2026-11-20')
      .select(({ fn }) => fn.countAll<number>().as('contacts'))
      .executeTakeFirstOrThrow()
    expect(contacts).toBeGreaterThan(0)
    await allLoaded(contacts)
    await eventually(() => figure(`Contacts ${shown(contacts)}`))
    const days = api.toService.flatMap((line) =>
      line.startsWith('GET /v2/calls') ? (/date_from=([\d-]+)/.exec(line)?.[1] ?? []) : [],
    )
    expect(days).toEqual(expect.arrayContaining(['2026-11-19', '2026-11-20']))
    expect(days.toSorted().at(-1)).toBe('2026-11-20')
    // One update time for all, by the contacts' clock.
    await user.click(figure(`Contacts ${shown(contacts)}`))
    const [, until] = /Nov 20, 2026, the last day until (18:3\d)/.exec(words(receipt())) ?? []
    expect(until).toBeDefined()
    expect(words(receipt())).toContain(`Nov 19, 2026, the last day until ${until}`)
    expect(document.body.textContent).toContain(`As of ${until}`)
  },
)

test('"As of" is told by the clock that most objects have, whatever period is shown', async () => {
  // Only Berlin's contacts, two hours behind.
  const { user } = await openOverview('?period=custom&date_from=2026-11-10&date_to=2026-11-11', {
    account: 'marketer',
    before: ({ database }) =>
      database
        .updateTable('contacts')
        .set({ day: '2024-01-01', occurred_at: Date.parse('2024-01-01T12:00:00Z') })
        .where('day', 'in', ['2026-11-10', '2026-11-11'])
        .where('object_id', 'in', (objects) =>
          objects.selectFrom('objects').where('title', '!=', 'Domograd Berlin').select('id'),
        )
        .execute(),
  })
  await user.click(await screen.findByRole('button', { name: /^As of 15:0\d/ }))
  await eventually(() => expect(words(document.body)).toContain('UTC+1'))
  expect(words(document.body)).toMatch(/As of 15:0\d/)
})

test(
  'an object that is not there is no such object, and there is nothing to go on with',
  { tags: 'all' },
  async () => {
    const { user, search } = await openOverview(`?${DAYS}&object=of-another-client`)
    await screen.findByRole('heading', { name: 'There is no such object' })
    expect(screen.queryByRole('button', { name: 'Continue loading' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'All objects' }))
    await eventually(() => expect(search().has('object')).toBe(false))
  },
)

test('one object: by the switcher, from the list and from its page', { tags: 'all' }, async () => {
  const { api, user, counted, address, search, press, open } = await openOverview(`?${DAYS}`)
  const { objs } = await api.get<{ objs: { oid: string; title: string }[] }>('/api/v2/objs/')
  const [object] = objs
  const { oid, title } = object!
  const contacts = await counted(DAYS, '', `/objs/${oid}/calls`)
  expect(contacts).toBeGreaterThan(0)
  expect(contacts).toBeLessThan(await counted(DAYS))
  await allLoaded()
  await press('Object all')
  await user.click(await screen.findByRole('option', { name: new RegExp(title) }))
  await eventually(() => expect(search().get('object')).toBe(oid))
  await allLoaded(contacts)
  await eventually(() => figure(`Contacts ${shown(contacts)}`))
  await user.click(figure(`Contacts ${shown(contacts)}`))
  await user.click(await within(receipt()).findByRole('link', { name: 'Open these contacts' }))
  await eventually(() => expect(address()).toBe(`/objects/${oid}/calls?period=custom&${DAYS}`))
  await screen.findByText(`${shown(contacts)} contacts`)

  open('/objects')
  await user.click(await screen.findByRole('link', { name: `Overview of ${title}` }))
  await eventually(() => expect(address()).toBe(`/overview?object=${oid}`))
  open(`/objects/${oid}`)
  await user.click(await screen.findByRole('link', { name: 'Open overview' }))
  await eventually(() => expect(address()).toBe(`/overview?object=${oid}`))
  await eventually(() => buttonOf(`Object ${title}`))
})

test('another client: the days and what every client has stay, the rest is named', async () => {
  const { api, user, address, press, open } = await openOverview('', { account: 'agency_manager' })
  await screen.findByRole('heading', { name: 'Choose a client first' })
  const [client, next] = [await clientNamed(api, 'Sever Group'), await clientNamed(api, 'Motor Servis')]
  open(`/overview?client=${client}&period=last_7_days&kind=first_time&source=Direct`)
  await eventually(() => figure(/^Contacts/))
  await press('Client Sever Group')
  await user.type(await screen.findByRole('searchbox', { name: 'Clients' }), 'Motor Servis')
  await eventually(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{ArrowDown}{Enter}')
  await eventually(() =>
    expect(address()).toBe(`/overview?client=${next}&period=last_7_days&kind=first_time`),
  )
  await screen.findByText(/Source/)
  await eventually(() => expect(document.title).toContain('Motor Servis'))
  expect(screen.queryByRole('table', { name: 'Clients' })).toBeNull()
})

test('objects in several time zones are told behind “As of”', { tags: 'all' }, async () => {
  const app = await openOverview('', { account: 'marketer' })
  await allLoaded()
  const zones = new Set(
    (await app.list('date_from=2026-10-22&date_to=2026-11-20')).calls.map(({ date }) => date?.slice(-6)),
  )
  expect(zones.size).toBeGreaterThan(1)
  await app.user.click(await screen.findByRole('button', { name: /^As of / }))
  await screen.findByText(/^Several time zones, UTC[+−]\S+ … [+−]\S+: days and hours are each object’s own$/)
})

test.for([
  { phone: false, first: 'Heat map', second: 'Missed callers' },
  { phone: true, first: 'Missed callers', second: 'Heat map' },
])('Tab goes down the left column first; on a phone missed callers come first: $phone', async (at) => {
  await openOverview('?compare=none', { phone: at.phone })
  await allLoaded()
  const [first, second] = await eventually(() => [panel(at.first), panel(at.second)] as const)
  expect(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
})
