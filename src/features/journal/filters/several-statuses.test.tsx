/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contacts, openJournal, says } from '#/test/screens/journal.ts'
import { button, rowsOf } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'

/* Filters beyond one API value: several statuses, hidden callers, invalid values. */

const DAYS = 'period=custom&date_from=2026-11-01&date_to=2026-11-18'
const filters = () => screen.getByRole('region', { name: 'Filters' })
const contactsOf = (count: number) => `${count.toLocaleString('en')} contact${count === 1 ? '' : 's'}`
const column = (name: string) =>
  rowsOf('Contacts')
    .filter((row) => row['Status'])
    .map((row) => row[name] ?? '')

test('missed: six statuses in one list, with one count, by date or duration', async () => {
  const { api, totalOf, address, queries, user } = await openJournal(
    `/calls?${DAYS}&order_field=source&order_way=ASC`,
  )
  await user.click(button('Status', filters()))
  await user.click(await screen.findByRole('option', { name: /^Missed/ }))
  await eventually(() => expect(address()).toBe(`/calls?${DAYS}&status_filter=missed`))
  const codes = ['CANCEL', 'NOANSWER', 'BUSY', 'CONGESTION', 'CHANUNAVAIL', 'TMP_UNAVAILABLE']
  const counts = await Promise.all(codes.map((code) => totalOf(`?${DAYS}&status_filter=${code}`)))
  const total = counts.reduce((sum, count) => sum + count, 0)
  await says(contactsOf(total))
  expect(queries().some((query) => query.includes('status_filter'))).toBe(false)
  const { rows } = await sql<{ id: number }>`select c.id from contacts c join objects o on o.id = c.object_id
    join accounts a on a.id = c.account_id where a.email = 'igor@domograd.ru' and o.status <> 5
    and c.day between '2026-11-01' and '2026-11-18' and c.status in (1, 3, 4, 5, 6, 7) order by c.occurred_at desc, c.id desc limit 20`.execute(
    api.database,
  )
  await eventually(() => {
    const links = [...contacts().querySelectorAll('a[data-to="contact"]')].map((link) =>
      link.getAttribute('href')!,
    )
    expect(links.slice(0, 20).map((link) => Number(/calls\/(\d+)/.exec(link)?.[1]))).toEqual(
      rows.map(({ id }) => id),
    )
  })

  const header = (name: string) =>
    within(screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })).getAllByRole('button')[0]!
  expect(header('Source').ariaDisabled).toBe('true')
  within(contacts()).getByRole('button', { name: 'Source', description: /by date or duration only/ })
  await user.click(header('Source'))
  expect(address()).toBe(`/calls?${DAYS}&status_filter=missed`)
  await user.click(header('Duration'))
  await eventually(() =>
    expect(address()).toContain('status_filter=missed&order_field=duration&order_way=DESC'),
  )
})

test('a status that only the service’s candidates tell is called as its contacts are, in the reader’s language', async () => {
  const { user, address } = await openJournal('/calls?period=year', { locale: 'ru' })
  await user.click(button('Статус', screen.getByRole('region', { name: 'Фильтры' })))
  await user.click(await screen.findByRole('option', { name: 'Чат на сайте' }))
  expect(screen.queryByRole('option', { name: 'Site chat' })).toBeNull()
  await eventually(() => expect(address()).toBe('/calls?period=year&status_filter=CHAT'))
  await eventually(() => {
    const statuses = rowsOf('Обращения').flatMap((row) => row['Статус'] || [])
    expect(new Set(statuses)).toEqual(new Set(['Чат на сайте']))
  })
})

test.each(['banana', 'BANANA', '999999'])(
  'a status that nobody has, %s, is dropped with a note',
  async (status) => {
    const { address } = await openJournal(`/calls?period=all&status_filter=${status}`)
    await screen.findByText('Not understood and left out of the filters: Status')
    expect(address()).toBe('/calls?period=all')
    await eventually(() => expect(column('Status').length).toBeGreaterThan(5))
  },
)

test('callers who withhold their number are found in every spelling of that', async () => {
  const app = await openJournal(`/calls?${DAYS}`, {
    before: async ({ database }) => {
      const { rows } = await sql<{
        id: number
      }>`select c.id from contacts c join objects o on o.id = c.object_id
        join accounts a on a.id = c.account_id where a.email = 'igor@domograd.ru' and o.status <> 5
        and c.day between '2026-11-01' and '2026-11-18' and c.status = 2 limit 2`.execute(database)
      for (const [nth, { id }] of rows.entries())
        await database
          .updateTable('contacts')
          .set({ phone_number_from: ['anonymous', 'Скрыт'][nth]!, caller_digits: '' })
          .where('id', '=', id)
          .execute()
    },
  })
  const service = await app.totalOf(`?${DAYS}&from_filter=anonymous`)
  await app.user.click(button('Caller', filters()))
  await app.user.click(screen.getByRole('checkbox', { name: 'Number withheld' }))
  await eventually(() => expect(new Set(column('Caller'))).toEqual(new Set(['Number withheld'])))
  await eventually(() => expect(column('Caller').length).toBeGreaterThan(service))
  // The caller must not be in any address.
  expect(app.address()).toBe(`/calls?${DAYS}`)
  const archiveRequests = app.api.requests.filter(({ path }) => path === '/api/archive/contacts')
  expect(archiveRequests.map(({ query }) => query.size)).toEqual(archiveRequests.map(() => 0))
  expect(archiveRequests.at(-1)?.body).toContain('anonymous')
})
