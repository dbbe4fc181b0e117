/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { button, words } from '#/test/page.ts'
import { whilePresented } from '#/test/presented.ts'
import { contacts, filterBy, linkOf, openJournal, says } from '#/test/screens/journal.ts'
import { eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

/* Lists that no endpoint has: our server finds them in its archive. */

const DAYS = 'period=custom&date_from=2026-11-12&date_to=2026-11-18'
const filters = () => screen.getByRole('region', { name: 'Filters' })

const countIn = async ({ api }: RenderedApp, of: ReturnType<typeof sql<boolean>>) => {
  const { rows } = await sql<{ count: number }>`select count(*) count from contacts c
    join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between '2026-11-12' and '2026-11-18'
    and ${of}`.execute(api.database)
  return rows[0]!.count
}
const contactsOf = (count: number) => `${count} contact${count === 1 ? '' : 's'}`
const archiveRequests = ({ api }: RenderedApp) =>
  api.requests.filter(({ path }) => path === '/api/archive/contacts')

test('a region is a filter: its contacts are found, counted, and kept in the address', async () => {
  const app = await openJournal(`/calls?${DAYS}&region=!~&has_deal=1`)
  const withDeal = await countIn(
    app,
    sql`c.region is not null and c.region <> '' and c.customer_status is not null`,
  )
  await says(contactsOf(withDeal))
  button('Remove filter: Deal given', filters())
  await app.user.click(button('Remove filter: Region given', filters()))
  await app.user.click(button('Remove filter: Deal given', filters()))
  await says(contactsOf(await countIn(app, sql`true`)))
  const before = archiveRequests(app).length
  await app.user.click(screen.getByRole('button', { name: /^Columns/ }))
  await app.user.click(await screen.findByRole('checkbox', { name: 'Region' }))
  await app.user.keyboard('{Escape}')
  const region = await filterBy(app, /область|край|Москва|Berlin/)
  await says(contactsOf(await countIn(app, sql`c.region = ${region}`)))
  expect(archiveRequests(app).length).toBeGreaterThan(before)
  expect(app.search().get('region')).toBe(region)
  button(`Remove filter: Region ${region}`, filters())
})

test('missed contacts are one list where they are held, as many as the service has', async () => {
  const app = await openJournal(`/calls?${DAYS}&status_filter=missed`)
  const missed = await countIn(app, sql`c.status in (1, 3, 4, 5, 6, 7)`)
  // The archive is empty at first, so days are read.
  await says(contactsOf(missed))
  const lists = () => app.api.toService.filter((path) => path.includes('/v2/calls')).length
  const before = lists()
  app.open(`/calls?${DAYS}&status_filter=missed`)
  await says(contactsOf(missed))
  expect(lists()).toBe(before)
  await screen.findByText(/^As of \d\d:\d\d$/)
  expect(contacts().querySelectorAll('a[data-to="contact"]').length).toBeGreaterThan(5)
})

test('a page that is being read shows what is there, and goes on by itself', async () => {
  const app = await renderApp(`/calls?period=custom&date_from=2026-08-01&date_to=2026-11-18&channel=sms`, {
    account: 'marketer',
  })
  await screen.findByText(/^Reading/)
  const { rows } = await sql<{ count: number }>`select count(*) count from contacts c
    join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between '2026-08-01' and '2026-11-18'
    and c.status in (11, 12)`.execute(app.api.database)
  await eventually(() => expect(screen.queryByText(/^Reading/)).toBeNull())
  await says(contactsOf(rows[0]!.count))
})

test('what a text was found by is marked in its row, and on the contact’s page', async () => {
  const app = await openJournal(`/calls?${DAYS}&q=${encodeURIComponent('здравствуй')}`)
  const found = await eventually(() => {
    const highlights = [...contacts().querySelectorAll('tbody mark')].map(words)
    expect(highlights.length).toBeGreaterThan(0)
    return highlights
  })
  for (const mark of found) expect(mark).toMatch(/^здравствуй/i)
  await app.user.click(linkOf(1)!)
  await screen.findByRole('heading', { name: 'Conversation' })
  await eventually(() => {
    const highlights = [...document.querySelectorAll('main mark')].map(words)
    expect(highlights.length).toBeGreaterThan(0)
    for (const mark of highlights) expect(mark).toMatch(/^здравствуй/i)
  })
})

test('a row has a second line for what a text was found by, but not while others look on, who may read no texts', async () => {
  const url = `/calls?${DAYS}&q=${encodeURIComponent('здравствуй')}`
  const height = () => contacts().parentElement!.style.getPropertyValue('--row')
  const app = await openJournal(url)
  expect(height()).toBe('52px')
  await whilePresented(async () => {
    app.open(url)
    await app.settled()
    await eventually(() => expect(height()).toBe('32px'))
    expect(linkOf(1)).not.toBeNull()
    expect(contacts().querySelector('tbody mark')).toBeNull()
  })
})

test('of days that are kept no longer it is said since when contacts are kept', async () => {
  await renderApp('/calls?period=custom&date_from=2020-01-01&date_to=2024-12-31&has_deal=1', {
    account: 'marketer',
  })
  await screen.findByText(/^Contacts are kept since [A-Z][a-z]+ \d+, 2024; what came before is not found$/)
})

test('a list reads its days again when some could not be read', async () => {
  const { api, user } = await openJournal(
    '/calls?period=custom&date_from=2026-09-20&date_to=2026-11-20&region=!~',
    { faults: ['calls-page-3-fails'] },
  )
  await screen.findByText(/^Couldn’t read .+2026/)
  api.fault()
  await user.click(button('Retry'))
  await eventually(() => expect(screen.queryByText(/^Couldn’t read/)).toBeNull())
  expect(screen.queryByText(/could not read/)).toBeNull()
})
