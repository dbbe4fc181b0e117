// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { DAY_MS, dayText, MINUTE_MS } from '#/contract/day.ts'
import type { Live } from '#/contract/live/live.ts'
import { clientNamed, type ApiServer } from '#/test/api-server.ts'
import { LOCAL, MISSED } from '#/test/sql/contacts-in-sql.ts'
import { button, named, region, words } from '#/test/page.ts'
import { allowConsole, eventually, happens, renderApp, type RenderedApp } from '#/test/render-app.tsx'
import { SAMPLE_NOW } from '#/test/clock.ts'
import { axeFindings } from '#/test/screens/axe.ts'

const at = (now: number) => sql<number>`cast(${now} as integer)`

/** Today by object in SQL: contacts by their own clock, now by the object's, which may have changed offset since. */
const daySoFar = async (api: ApiServer, email: string, now: number) => {
  const { rows } = await sql<{
    title: string
    local_day: number
    contacts: number
    missed: number
    usual: number
  }>`
    with mine as (
      select o.title, o.oid, c.status, ${LOCAL} as local, ${at(now)} + 60000 * (
        select n.utc_offset from contacts n where n.object_id = o.id order by n.occurred_at desc limit 1) as local_now
      from contacts c join objects o on o.id = c.object_id join accounts a on a.id = o.account_id
      where a.email = ${email} and c.occurred_at <= ${at(now)}
    )
    select c.title, c.local_now / 86400000 local_day,
      sum(c.local / 86400000 = c.local_now / 86400000) contacts,
      sum(c.local / 86400000 = c.local_now / 86400000 and ${MISSED}) missed,
      sum((c.local_now / 86400000 - c.local / 86400000) in (7, 14, 21, 28, 35, 42, 49, 56)
        and c.local % 86400000 / 60000 < c.local_now % 86400000 / 60000) / cast(${NORM_WEEKS} as real) usual
    from mine c group by c.oid`.execute(api.database)
  return rows
}

const waitingInSql = async (api: ApiServer, email: string, now: number): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    with mine as (
      select c.*, ${LOCAL} / 60000 as local_minute, ${MISSED} as is_missed,
        ${LOCAL} / 86400000 = (${at(now)} + c.utc_offset * 60000) / 86400000 as is_today
      from contacts c join objects o on o.id = c.object_id join accounts a on a.id = o.account_id
      where a.email = ${email} and c.occurred_at <= ${at(now)} and c.caller_digits <> ''
    )
    select count(distinct m.caller_digits) waiting from mine m where m.is_missed and m.is_today
      and not exists (select 1 from mine r where r.caller_digits = m.caller_digits and not r.is_missed
        and r.local_minute >= m.local_minute)`.execute(api.database)
  return rows[0]!.waiting
}

const kioskShown = () => screen.findByRole('region', { name: 'Objects' })
const figures = () => words(screen.getByRole('region', { name: 'Today so far' }))
const counts = () => figures().split('the longest')[0]
/** Advances a minute and awaits its requests. */
const minutes = (count = 1) => happens(() => vi.advanceTimersByTimeAsync(count * MINUTE_MS))

test('the figures are those of SQL', async () => {
  const { api } = await renderApp('/live', { account: 'marketer' })
  await kioskShown()
  const rows = await daySoFar(api, 'igor@domograd.ru', SAMPLE_NOW)
  const today = rows.filter(({ contacts }) => contacts > 0)
  expect(today.length).toBeGreaterThan(0)
  const listed = within(region('Objects')).getAllByRole('listitem').map(words)
  for (const { title, contacts, missed } of today)
    expect(listed.find((text) => text.startsWith(title))).toMatch(
      new RegExp(`Contacts ?${contacts}Usually .*Missed ?${missed}$`),
    )
  const sum = (of: 'contacts' | 'missed') => today.reduce((all, row) => all + row[of], 0)
  expect(figures()).toContain(`Contacts${sum('contacts')}`)
  expect(figures()).toContain(`Missed${sum('missed')}`)
  const waiting = await waitingInSql(api, 'igor@domograd.ru', SAMPLE_NOW)
  expect(figures()).toContain(`Missed callers today${waiting}`)
  await eventually(async () => {
    const { objects } = await api.get<Live>('/api/live')
    for (const { title, usual } of rows)
      expect([title, objects.find((object) => object.title === title)?.usual ?? 0]).toEqual([title, usual])
  })
  expect(await axeFindings()).toEqual([])
})

test('each object has its own day and what is usual on it, also where it is another day', async () => {
  // 22:40 in Berlin, the next day in Moscow and Yekaterinburg.
  const now = Date.parse('2026-11-20T21:40:00Z')
  const { api } = await renderApp('/live', { account: 'marketer', now })
  await kioskShown()
  const rows = await daySoFar(api, 'igor@domograd.ru', now)
  expect(new Set(rows.map((row) => row.local_day)).size).toBe(2)
  await eventually(async () => {
    const { objects } = await api.get<Live>('/api/live')
    for (const { title, contacts, usual } of rows)
      expect(
        objects.find((object) => object.title === title) ?? { title, contacts: 0, usual: 0 },
      ).toMatchObject({ title, contacts, usual })
  })
  await eventually(() => expect(figures()).toMatch(/^Contacts\d+usually \d/))
})

/** Repeats the newest contact, now. */
const addContact = async ({ api }: Pick<RenderedApp, 'api'>, now: number, email = 'igor@domograd.ru') => {
  const row = await api.database
    .selectFrom('contacts as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .selectAll('c')
    .where('a.email', '=', email)
    .orderBy('c.occurred_at', 'desc')
    .executeTakeFirstOrThrow()
  const local = now + row.utc_offset * MINUTE_MS
  await api.database
    .insertInto('contacts')
    .values({
      ...row,
      id: 900_000_001,
      occurred_at: now,
      day: dayText(Math.floor(local / DAY_MS)),
      source_title: 'A source of this minute',
    })
    .execute()
}

test('a new contact ticks in within a minute, on top', async () => {
  const app = await renderApp('/live', { account: 'marketer', timers: true })
  await kioskShown()
  const first = () => within(region('Newest contacts')).getAllByRole('listitem')[0]
  const before = Number(/Contacts(\d+)/.exec(figures())?.[1])
  expect(words(first())).not.toContain('A source of this minute')
  await addContact(app, SAMPLE_NOW + 20_000)
  await minutes()
  await eventually(() => expect(words(first())).toContain('A source of this minute'))
  expect(figures()).toContain(`Contacts${before + 1}`)
})

test('where the client hides the status, the newest contacts say none', async () => {
  const { api, open } = await renderApp('/clients', {
    account: 'agency_manager',
    before: ({ database }) =>
      database
        .updateTable('accounts')
        .set({ hidden_fields: '["status"]' })
        .where('email', '=', 'info@severgroup.ru')
        .execute(),
  })
  open(`/live?client=${await clientNamed(api, 'Sever Group')}`)
  await kioskShown()
  expect(within(region('Newest contacts')).getAllByRole('listitem').length).toBeGreaterThan(0)
  expect(words(region('Newest contacts'))).not.toContain('Unknown status')
})

test('it asks once a minute, marked as asked by itself, and what the service sees is few requests', async () => {
  const { api, queryClient } = await renderApp('/live', { account: 'marketer', timers: true })
  const isAnswered = () => eventually(() => expect(queryClient.isFetching()).toBe(0))
  await kioskShown()
  await minutes()
  await isAnswered()
  const live = () => api.requests.filter(({ path }) => path === '/api/live').length
  const before = live()
  const service = api.toService.length
  for (let nth = 1; nth <= 5; nth++) {
    await minutes()
    await eventually(() => expect(live() - before).toBe(nth))
    await isAnswered()
  }
  expect(api.toService.length - service).toBeLessThanOrEqual(5 * 6)
  expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/api/session', '/api/live']))
})

test('after midnight it begins anew, by the contacts’ clock', async () => {
  // 23:59:30 in Moscow.
  const now = Date.parse('2026-11-20T20:59:30Z')
  const { api } = await renderApp('/live', {
    account: 'small_marketer',
    timers: true,
    now,
    before: (server) => addContact({ api: server }, now - 5 * MINUTE_MS, 'olga@smilestudio.ru'),
  })
  await kioskShown()
  expect(figures()).not.toMatch(/^Contacts0/)
  expect(document.body).toHaveProperty('textContent', expect.stringContaining('Friday, November 20'))
  const requestCount = api.requests.length
  await happens(() => vi.advanceTimersByTimeAsync(32_000))
  await eventually(() => expect(words(document.body)).toContain('Saturday, November 21'))
  await eventually(() => expect(figures()).toMatch(/^Contacts0/))
  expect(words(region('Newest contacts'))).toContain('No contacts yet today')
  expect(api.requests.length - requestCount).toBe(1)
})

test('where nothing has come for days, today is that of older contacts', { tags: 'all' }, async () => {
  // Half past midnight in Moscow, ten days after the newest contact.
  const now = Date.parse('2026-11-30T21:30:00Z')
  const { api } = await renderApp('/live', { account: 'small_marketer', now })
  await kioskShown()
  expect(words(document.body)).toContain('Tuesday, December 1')
  expect(figures()).toMatch(/^Contacts0/)
  expect((await api.get<Live>('/api/live')).offset).toBe(180)
})

test(
  'a new version takes the wall’s place by itself, not before it has been there for ten minutes',
  { tags: 'all' },
  async () => {
    allowConsole(/./)
    const reload = vi.fn<() => void>()
    const { api } = await renderApp('/live', { account: 'marketer', timers: true })
    await kioskShown()
    const { href, origin, pathname, search, hash } = location
    vi.stubGlobal('location', { href, origin, pathname, search, hash, reload })
    api.standInFront(
      () => new Response('{}', { headers: { 'x-callboard': '1', 'x-callboard-build': 'another' } }),
    )
    await minutes(9)
    expect(reload).not.toHaveBeenCalled()
    await minutes(2)
    await eventually(() => expect(reload).toHaveBeenCalled())
  },
)

test(
  'without a connection the figures stay, and it is said in big type until answers come again',
  { tags: 'all' },
  async () => {
    allowConsole(/./)
    const { api } = await renderApp('/live', { account: 'marketer', timers: true })
    await kioskShown()
    const before = counts()
    api.standInFront(() => Response.error())
    await minutes(2)
    const alert = await screen.findByRole('alert')
    expect(words(alert)).toMatch(/^No connection to CallboardAs of 15:0\d$/)
    expect(counts()).toBe(before)
    api.standInFront(null)
    fireEvent(window, new Event('online'))
    await minutes(3)
    await eventually(() => expect(screen.queryByRole('alert')).toBeNull())
  },
)

test(
  'a service that is down is told, and so is one that was down from the start',
  { tags: 'all' },
  async () => {
    allowConsole(/./)
    const { api, open } = await renderApp('/live', { account: 'marketer', timers: true })
    await kioskShown()
    api.fault('calls-503')
    await minutes()
    expect(words(await screen.findByRole('alert'))).toMatch(/^The service does not answerAs of 15:00$/)
    open('/live')
    await eventually(() => expect(words(document.body)).toContain('The service does not answer'))
    expect(screen.queryByRole('region', { name: 'Objects' })).toBeNull()
    api.fault()
    await minutes()
    await kioskShown()
  },
)

test('a manager chooses a client first; the wall is of that one', { tags: 'all' }, async () => {
  const { user, open, api } = await renderApp('/live', { account: 'agency_manager' })
  await screen.findByRole('link', { name: 'Choose a client' })
  const [agency] =
    await api.get<{ agency: { clients: { client: string; company_name: string }[] } }[]>('/api/v2/agency')
  const { client, company_name } = agency!.agency.clients[0]!
  open(`/live?client=${client}`)
  await screen.findByRole('heading', { level: 1, name: named(`Live ${company_name}`) })
  await user.click(screen.getByRole('link', { name: 'Back to Callboard' }))
  await eventually(() => expect(button(`Client ${company_name}`)).toBeTruthy())
})

test('a screen on the wall is led to its one page from every other, and to the sign-in when it has ended', async () => {
  const { address, api } = await renderApp('/overview', {
    account: 'marketer',
    timers: true,
    before: ({ write }) => write('POST', '/api/walls', { client: null }),
  })
  await kioskShown()
  expect(address()).toBe('/live')
  expect(screen.queryByRole('link', { name: 'Back to Callboard' })).toBeNull()
  await api.write('DELETE', '/api/session')
  await minutes()
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  await screen.findByText('Your session has ended. Sign in to continue where you were.')
  expect(address()).toContain('next=%2Flive')
  expect(screen.queryByRole('region', { name: 'Objects' })).toBeNull()
})

test('“Open on a TV” makes this browser the screen, until it is ended there', { tags: 'all' }, async () => {
  const { user, address, api } = await renderApp('/settings', {
    account: 'marketer',
    before: ({ signInElsewhere }) => signInElsewhere('marketer'),
  })
  await user.click(await screen.findByRole('button', { name: 'Open on a TV' }))
  await user.click(button('Show Live', await screen.findByRole('dialog', { name: 'Open on a TV' })))
  await kioskShown()
  expect(address()).toBe('/live')
  await expect(api.get('/api/preferences')).rejects.toThrow('403')
  await user.click(button('End Live on this screen'))
  await user.click(button('End Live on this screen', await screen.findByRole('dialog')))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
})

test('today is not shown as final when contacts could not be read', { tags: 'all' }, async () => {
  const { api } = await renderApp('/live', { account: 'marketer', timers: true })
  await kioskShown()
  const live = await api.get<Live>('/api/live')
  api.standInFront((path) =>
    path === '/api/live'
      ? Response.json({ ...live, is_today_read: false }, { headers: { 'x-callboard': '1' } })
      : null,
  )
  await minutes()
  await eventually(() => expect(words(document.body)).toContain('Some of today’s contacts couldn’t be read'))
  expect(figures()).toMatch(/^Contacts\d+not all contacts read/)
  expect(words(document.body)).not.toContain('No missed callers')
})
