// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  added,
  allLoaded,
  exportCsv,
  figure,
  numberIn,
  openOverview,
  panel,
  receipt,
  shown,
} from './page-testing.ts'

const DAYS = 'date_from=2026-09-20&date_to=2026-11-16'

/** The overview with two pages loaded and the rest blocked. */
const openHalf = async (query: string) => {
  let letGo = () => {}
  const overview = await openOverview(query, {
    account: 'client',
    before: async (api) => {
      letGo = api.holdService(/\/calls\?.*\bpage=(?:[3-9]|\d\d)/)
    },
  })
  return { ...overview, letGo }
}

test('shows a zero only once everything has been read', async () => {
  const { letGo } = await openHalf(`?${DAYS}&compare=none&target=1`)
  await eventually(() => figure(/^Contacts [1-9]/))
  expect(words(panel('Summary'))).toContain('so far')
  expect(words(panel('Summary'))).not.toMatch(/ 0(\.0%)?\b/)
  expect(words(panel('Summary'))).toContain('Missed rate')
  letGo()
  await eventually(() => figure('Missed rate 0.0%'))
})

test('loading can be cancelled, what has come is called a part everywhere, and it goes on', async () => {
  const { api, user, counted, press, address, letGo } = await openHalf(`?${DAYS}&compare=none`)
  await eventually(() => expect(document.body.textContent).toMatch(/[1-9]\d* of \d/))
  screen.getByRole('progressbar', { name: 'Loading contacts' })
  const letRestGo = api.holdService(/\/calls\?/)
  await press('Cancel')
  const atRest = async () => {
    const [, part = '', total = ''] = await eventually(() => {
      const stopped = /first (\d+) of (\d+)$/.exec(words(screen.getByText(/^Stopped: first \d+ of /)))!
      figure(`Contacts ${stopped[1]}`)
      return stopped
    })
    return { part, total }
  }
  const { part, total } = await atRest()
  const ofPart = `Contacts ${part}`
  expect(Number(part)).toBeLessThan(Number(total))
  await eventually(() => figure(ofPart))
  expect(words(panel('Summary'))).toContain('so far')
  await user.click(figure(ofPart))
  await eventually(() => expect(words(receipt())).toContain('Partial: covers only'))
  expect(within(receipt()).queryByRole('link')).toBeNull()
  await user.click(figure(ofPart))

  const trend = () => within(panel('Trend'))
  const valueText = () => trend().getByRole('slider').getAttribute('aria-valuetext')
  await trend().findByText('not loaded')
  trend().getByRole('slider').focus()
  await user.keyboard('{End}')
  expect(valueText()).toMatch(/: [\d,]+/)
  await user.keyboard('{Home}')
  expect(valueText()).toMatch(/: not loaded$/)

  const file = await exportCsv(user, 'Regions')
  expect(file.name).toMatch(/-incomplete\.csv$/)
  expect(file.text.trimEnd()).toMatch(/\r\n"?Incomplete export: First \d+ of \d+[^\n]*$/)
  await user.click(screen.getByRole('link', { name: 'Report' }))
  const paper = await screen.findByRole('article', { name: 'Contacts and calls' })
  expect(words(paper)).toContain('Incomplete: First ')
  await user.click(screen.getByRole('link', { name: 'Back to overview' }))
  await atRest()
  expect(address()).toBe(`/overview?${DAYS}&compare=none`)

  const last = await atRest()
  await user.click(figure(`Contacts ${last.part}`))
  const letRowsGo = api.hold(/\/figures\/rows$/)
  await press('Open these contacts', receipt())
  const list = await screen.findByRole('dialog', { name: 'Contacts' })
  await within(list).findByText('Loading')
  letRowsGo()
  await within(list).findAllByRole('listitem')
  const behind = (await exportCsv(user, 'Contacts', list)).rows.filter((row) => row['Contact ID'])
  const listed = numberIn(words(within(list).getByText(/, the newest first/)))
  expect(new Set(behind.map((row) => row['Contact ID'])).size).toBe(listed)
  const dates = behind.map((row) => row['Date']!)
  expect(dates).toEqual(dates.toSorted((a, b) => (a < b ? 1 : -1)))
  await user.click(within(list).getAllByRole('button', { name: 'Close' })[0]!)
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Contacts' })).toBeNull())
  await user.click(figure(/^Contacts/))

  letGo()
  letRestGo()
  const contacts = await counted(DAYS)
  expect(contacts).toBe(Number(total))
  await press('Continue loading')
  await allLoaded(contacts)
  await eventually(() => figure(`Contacts ${shown(contacts)}`))
  await eventually(() => expect(trend().queryByText('not loaded')).toBeNull())
  expect(words(panel('Summary'))).not.toContain('so far')
  trend().getByRole('slider').focus()
  await user.keyboard('{Home}')
  expect(valueText()).toMatch(/: [\d,]+/)
})

test(
  'fault-nulls, fault-bad-date: what cannot be read is said as it is, and nothing is called missing; what has no date is said where it is not',
  { tags: 'all' },
  async () => {
    const days = 'date_from=2026-10-20&date_to=2026-11-16'
    const { database, ...app } = await openOverview(`?${days}&compare=none`, {
      account: 'client',
      faults: ['calls-unreadable-record'],
      before: async ({ database }) => {
        const some = await database
          .selectFrom('contacts')
          .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
          .where('accounts.email', '=', 'info@severgroup.ru')
          .where('day', '>=', '2026-10-20')
          .where('day', '<=', '2026-11-16')
          .select('contacts.id')
          .orderBy('occurred_at', 'desc')
          .offset(5)
          .limit(2)
          .execute()
        for (const { id } of some)
          await database
            .updateTable('contacts')
            .set({ answer_override: JSON.stringify([['date', 'yesterday']]) })
            .where('id', '=', id)
            .execute()
      },
    }).then((opened) => ({ ...opened, database: opened.api.database }))
    const { contacts } = await database
      .selectFrom('contacts')
      .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
      .where('accounts.email', '=', 'info@severgroup.ru')
      .where('day', '>=', '2026-10-20')
      .where('day', '<=', '2026-11-16')
      .select(({ fn }) => fn.countAll<number>().as('contacts'))
      .executeTakeFirstOrThrow()
    const found = await screen.findByText(/^\d+ records could not be read/)
    const unreadable = parseInt(words(found), 10)
    expect(unreadable).toBeGreaterThan(1)
    const readable = contacts - unreadable
    await allLoaded(readable)
    await eventually(() => figure(`Contacts ${shown(readable)}`))
    screen.getByText(new RegExp(`^${unreadable} records could not be read`))
    expect(document.body.textContent).not.toContain(`of ${shown(contacts)}`)
    await app.user.click(figure(`Contacts ${shown(readable)}`))
    await eventually(() => expect(words(receipt())).toContain(`${unreadable} records could not be read`))
    expect(words(receipt())).not.toContain('Partial: covers only')
    expect(words(receipt())).toContain('2 contacts have no readable date')
    await app.user.keyboard('{Escape}')
    for (const name of ['Trend', 'Heat map'])
      expect(words(panel(name))).toContain('2 contacts without a readable date are not in here')
    const file = await exportCsv(app.user, 'Trend')
    expect(added(file.rows.map((row) => row['Contacts']))).toBe(readable - 2)
  },
)

test(
  'while contacts come, the total is known, rates are called what they are, and whom to call back is there first',
  { tags: 'all' },
  async () => {
    const days = 'date_from=2026-10-20&date_to=2026-11-20'
    const { counted, letGo } = await openHalf(`?${days}&compare=none`)
    const total = shown(await counted(days))
    await eventually(() => figure(`Contacts ${total}`))
    const today = () => words(panel('Today'))
    await eventually(() => expect(today()).toMatch(/Call back \d+ (?:people|person)/))
    expect(today()).toContain('Checking sources…')
    screen.getByRole('progressbar', { name: 'Loading contacts' })
    expect(words(panel('Summary'))).toMatch(/so far/)
    // Incomplete figures have no change.
    expect(words(panel('Summary'))).not.toMatch(/[+−][\d.]+%/)

    letGo()
    await allLoaded()
    await eventually(() => expect(today()).not.toContain('Checking sources'))
    figure(`Contacts ${total}`)
    expect(words(panel('Summary'))).not.toContain('so far')
  },
)

test(
  'what the objects alone say is there before any contact, beside a place for whom to call back',
  { tags: 'all' },
  async () => {
    let letGo = () => {}
    const { user } = await openOverview('?date_from=2026-10-20&date_to=2026-11-20', {
      account: 'client',
      before: async (api) => {
        letGo = api.holdService(/\/calls\?/)
      },
    })
    const stops = await screen.findByRole('heading', { level: 3, name: / stops on / })
    expect(words(panel('Today'))).not.toContain('Call back')
    expect(words(panel('Today'))).toContain('Checking sources…')
    const why = () => within(panel('Today')).getByRole('button', { name: `Why: ${words(stops)}` })
    await user.click(why())
    expect(words(receipt())).toContain('What it may cost is known once the contacts are read')
    expect(words(receipt())).not.toContain('about 0')
    await user.click(why())

    letGo()
    await allLoaded()
    await within(panel('Today')).findByRole('heading', { level: 3, name: /^Call back / })
    await user.click(why())
    expect(words(receipt())).toMatch(/Cost ?about [\d.]+ target contacts/)
  },
)

test(
  'figures of a part are called that until the rest is counted, and not only until it has come',
  { tags: 'all' },
  async () => {
    const { api, letGo } = await openHalf(`?${DAYS}&compare=none`)
    await eventually(() => expect(words(panel('Summary'))).toContain('so far'))
    const count = api.hold(/\/figures\/report$/)
    letGo()
    await screen.findByText(/^All \d+ contacts loaded$/)
    expect(words(panel('Summary'))).toContain('so far')
    count()
    await eventually(() => expect(words(panel('Summary'))).not.toContain('so far'))
  },
)
