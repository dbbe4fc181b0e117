// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { added, allLoaded, exportCsv, figure, openOverview, panel, receipt, shown } from './page-testing.ts'

const DAYS = 'date_from=2026-09-20&date_to=2026-11-16'

/** The overview of so many days of which two pages come, and the rest when it is let go. */
const openHalf = async (query: string) => {
  let letGo = () => {}
  const overview = await openOverview(query, {
    account: 'client',
    before: async (api) => {
      letGo = api.hold(/\/calls\?.*\bpage=(?:[3-9]|\d\d)/)
    },
  })
  return { ...overview, letGo }
}

test('loading can be cancelled, what has come is called a part everywhere, and it goes on', async () => {
  const { user, counted, press, address, letGo } = await openHalf(`?${DAYS}&compare=none`)
  await eventually(() => expect(document.body.textContent).toMatch(/\d0 of \d/))
  screen.getByRole('progressbar', { name: 'Loading contacts' })
  await press('Cancel')
  const stopped = words(await screen.findByText(/^Stopped: first \d+ of /))
  const [, part = '', total] = /first (\d+) of (\d+)$/.exec(stopped)!
  const ofPart = `Contacts ${part}`
  expect(Number(part)).toBeLessThan(Number(total))
  await eventually(() => figure(ofPart))
  expect(words(panel('Summary'))).toContain('so far')
  await user.click(figure(ofPart))
  await eventually(() => expect(words(receipt())).toContain('Not everything is loaded'))
  // The journal would show all of them.
  expect(within(receipt()).queryByRole('link')).toBeNull()
  await user.click(figure(ofPart))

  // Days that have not been loaded are no zeros.
  const trend = () => within(panel('Trend'))
  const said = () => trend().getByRole('slider').getAttribute('aria-valuetext')
  await trend().findByText('not loaded')
  trend().getByRole('slider').focus()
  // The newest days come first.
  await user.keyboard('{End}')
  expect(said()).toMatch(/: [\d,]+/)
  await user.keyboard('{Home}')
  expect(said()).toMatch(/: not loaded$/)

  const file = await exportCsv(user, 'Regions')
  expect(file.name).toMatch(/-incomplete\.csv$/)
  expect(file.text.trimEnd()).toMatch(
    new RegExp(`\\r\\n"?Incomplete export: First ${part} of ${total}[^\\n]*$`),
  )
  await user.click(screen.getByRole('link', { name: 'Report' }))
  const paper = await screen.findByRole('article', { name: 'Contacts and calls' })
  expect(words(paper)).toContain(`Incomplete: First ${part} of`)
  await user.click(screen.getByRole('link', { name: 'Back to overview' }))
  await eventually(() => figure(ofPart))
  expect(address()).toBe(`/overview?${DAYS}&compare=none`)

  letGo()
  const contacts = await counted(DAYS)
  expect(contacts).toBe(Number(total))
  await press('Continue loading')
  await allLoaded(contacts)
  await eventually(() => figure(`Contacts ${shown(contacts)}`))
  await eventually(() => expect(trend().queryByText('not loaded')).toBeNull())
  expect(words(panel('Summary'))).not.toContain('so far')
  trend().getByRole('slider').focus()
  await user.keyboard('{Home}')
  expect(said()).toMatch(/: [\d,]+/)
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
    // One record of each page of twenty.
    const unreadable = Math.ceil(contacts / 20)
    expect(unreadable).toBeGreaterThan(1)
    const readable = contacts - unreadable
    await allLoaded(readable)
    await eventually(() => figure(`Contacts ${shown(readable)}`))
    screen.getByText(new RegExp(`^${unreadable} records could not be read`))
    expect(document.body.textContent).not.toContain(`of ${shown(contacts)}`)
    await app.user.click(figure(`Contacts ${shown(readable)}`))
    expect(words(receipt())).toContain(`${unreadable} records could not be read`)
    expect(words(receipt())).not.toContain('Not everything is loaded')
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
    expect(today()).toContain('Sources are judged when all are read')
    screen.getByRole('progressbar', { name: 'Loading contacts' })
    expect(words(panel('Summary'))).toMatch(/the total is known.*so far/)
    // Only what is known by now: no change stands beside a part.
    expect(words(panel('Summary'))).not.toMatch(/[+−][\d.]+%/)

    letGo()
    await allLoaded()
    await eventually(() => expect(today()).not.toContain('Sources are judged'))
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
        letGo = api.hold(/\/calls\?/)
      },
    })
    const stops = await screen.findByRole('heading', { level: 3, name: / stops on / })
    expect(words(panel('Today'))).not.toContain('Call back')
    expect(words(panel('Today'))).toContain('Sources are judged when all are read')
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

/** What the worker has counted stays with it until it is let go. */
const holdReports = () => {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on what it was called on
  const { dispatchEvent } = EventTarget.prototype
  const held: (() => boolean)[] = []
  const spy = vi.spyOn(EventTarget.prototype, 'dispatchEvent').mockImplementation(function (
    this: EventTarget,
    event,
  ) {
    if (!(event instanceof MessageEvent) || !JSON.stringify(event.data).includes('"notThrough"'))
      return dispatchEvent.call(this, event)
    held.push(() => dispatchEvent.call(this, event))
    return true
  })
  return () => {
    spy.mockRestore()
    for (const go of held) go()
  }
}

test(
  'figures of a part are called that until the rest is counted, and not only until it has come',
  { tags: 'all' },
  async () => {
    const { letGo } = await openHalf(`?${DAYS}&compare=none`)
    await eventually(() => expect(words(panel('Summary'))).toContain('so far'))
    const count = holdReports()
    letGo()
    await screen.findByText(/^All \d+ contacts loaded$/)
    expect(words(panel('Summary'))).toContain('so far')
    count()
    await eventually(() => expect(words(panel('Summary'))).not.toContain('so far'))
  },
)
