// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { contactsOf, findContact } from '#/test/api-server.ts'
import { region, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const OBJECT = SAMPLE_STORIES.missedAtLunch.object
const story = () => within(region('This caller'))
const items = () => story().getAllByRole('listitem')
const addressOf = ({ obj_oid: oid, id }: ListedCall) => `/objects/${oid}/calls/${String(id)}`
const start = async () => {
  const app = await renderApp('/objects', { account: 'marketer' })
  return {
    app,
    show: async (call: ListedCall) => {
      app.open(addressOf(call))
      await screen.findByRole('region', { name: 'This caller' })
      await eventually(() => expect(items().length).toBeGreaterThan(0))
    },
  }
}

test('one person is one story: newest first, this one marked, a click opens another, all open in the journal', async () => {
  const { app, show } = await start()
  const byCaller = Map.groupBy(
    (await contactsOf(app.api, OBJECT, 'period=month')).filter((call) => call.phone_number_from),
    (call) => call.phone_number_from,
  )
  const [newest, ...older] = [...byCaller.values()].toSorted((a, b) => b.length - a.length)[0]!
  expect(older.length).toBeGreaterThan(0)
  await show(newest!)
  expect(items().length).toBeGreaterThanOrEqual(1 + older.length)
  expect(items()[0]?.ariaCurrent).toBe('true')
  const times = [...region('This caller').querySelectorAll('time')].map(({ dateTime }) =>
    Date.parse(dateTime),
  )
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(region('This caller').querySelectorAll('[aria-current]')).toHaveLength(1)

  const link = within(items()[1]!).getByRole('link')
  expect(words(link)).toContain(older[0]!.source?.title ?? '')
  link.focus()
  await app.user.keyboard('{Enter}')
  await eventually(() => expect(app.address()).toBe(addressOf(older[0]!)))
  await eventually(() => expect(items()[1]?.ariaCurrent).toBe('true'))
  app.history.back()
  await eventually(() => expect(items()[0]?.ariaCurrent).toBe('true'))

  const listed = items().length
  await app.user.click(story().getByRole('button', { name: 'All time' }))
  await eventually(() => {
    const storyRequest = app.api.requests.filter(({ query }) => query.has('from_filter')).at(-1)
    expect(storyRequest?.query.get('period')).toBe('all')
  })
  await eventually(() => expect(items().length).toBeGreaterThanOrEqual(listed))
  await app.user.click(story().getByRole('button', { name: '90 days' }))
  await eventually(() => expect(items()).toHaveLength(listed))

  const all = story().getByRole('link', { name: /^All [\d,]+ in the journal$/ })
  const count = /[\d,]+/.exec(words(all))![0]
  await app.user.click(all)
  await screen.findByRole('button', { name: /^Caller ?\+?\d/ })
  await eventually(() => expect(screen.getAllByRole('status').map(words)).toContain(`${count} contacts`))
  expect(app.address()).toMatch(
    new RegExp(`^/objects/${newest!.obj_oid}/calls\\?period=custom&date_from=[\\d-]+&date_to=[\\d-]+$`),
  )
  expect(decodeURIComponent(app.address())).not.toContain(newest!.phone_number_from.slice(-7))
})

test('the first contact of all is marked', async () => {
  const { app, show } = await start()
  await show(
    await findContact(app.api, OBJECT, (call) => call.phone_number_from, 'period=month&repeated_filter=1'),
  )
  expect(words(region('This caller').querySelector('[aria-current]'))).toContain('First-time')
  expect(items().filter((item) => words(item).includes('First-time'))).toHaveLength(1)
})

test('a contact opens from the journal and the way back keeps its filters, also from another of the caller', async () => {
  const app = await renderApp('/calls?period=year&status_filter=ANSWER', { account: 'small_marketer' })
  const { address } = app
  const journal = address()
  const rows = () =>
    [...screen.getByRole('table', { name: 'Contacts' }).querySelectorAll<HTMLElement>('tbody tr')].filter(
      (row) => row.querySelector('a[href*="/calls/"]') !== null && words(row).includes('Repeat'),
    )
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(rows().length).toBeGreaterThan(0))
  const row = rows()[0]!
  const caller = words(within(row).getAllByText(/^[+\d]/, { selector: '[data-value]' })[0])
  await app.user.click(within(row).getAllByRole('link')[0]!)
  await screen.findByRole('region', { name: 'This caller' })
  expect(address()).toMatch(/^\/objects\/[^/]+\/calls\/\d+$/)
  expect(words(screen.getByRole('heading', { level: 1 }))).toBe(caller)
  for (const name of ['Call', 'Attribution', 'Recording', 'CRM deal']) region(name)
  const back = async () => {
    await app.user.click(screen.getByRole('link', { name: 'Back to journal' }))
    await screen.findByRole('table', { name: 'Contacts' })
    expect(address()).toBe(journal)
    await eventually(() => expect(rows().length).toBeGreaterThan(0))
  }
  await back()
  await app.user.click(within(rows()[0]!).getAllByRole('link')[0]!)
  await screen.findByRole('region', { name: 'This caller' })
  const first = address()
  const [other] = await story().findAllByRole('link', { name: /\d:\d\d/ })
  await app.user.click(other!)
  await eventually(() => expect(address()).not.toBe(first))
  await back()
})
