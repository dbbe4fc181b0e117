// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recentAnnotationsQuery, saveAnnotation } from '#/api/annotations/annotations.ts'
import { addDays, DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { words } from '#/test/page.ts'
import { whilePresented } from '#/test/presented.ts'
import { eventually, happens, renderApp } from '#/test/render-app.tsx'
import { tabCount, here, newestMissed, page, rows, table } from './page-testing.ts'

type Missed = Awaited<ReturnType<typeof newestMissed>>
const openWith = async (contactOf: (missed: Missed) => Missed): Promise<Missed> => {
  let missed: Missed | undefined
  await renderApp('/call-back', {
    ...page,
    before: async (api) => {
      missed = await newestMissed(api)
      await api.database.insertInto('contacts').values(contactOf(missed)).execute()
    },
  })
  return missed!
}

test('everybody who did not get through is a row; what is marked leaves it, and comes back', async () => {
  const { user, api } = await renderApp('/call-back', page)
  await here()
  const before = (await rows()).length
  expect(tabCount(/^Open/)).toBe(before)
  const done = tabCount(/^Done today/)
  const [row] = await rows()
  const first = words(row)
  const dial = within(row!).getAllByRole('link')[0]!
  expect(dial.getAttribute('href')).toMatch(/^tel:\+\d+$/)
  await user.click(within(row!).getByRole('button', { name: /^Called:/ }))
  await eventually(() => expect(tabCount(/^Open/)).toBe(before - 1))
  expect(tabCount(/^Done today/)).toBe(done + 1)
  expect(words(await table())).not.toContain(dial.textContent)
  expect(
    api.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/marks/')),
  ).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^Time to call back/ }).textContent).toMatch(/\d/)
  await user.click(screen.getByRole('link', { name: /^Done today/ }))
  expect(words((await rows())[0])).toMatch(/Called, igor@domograd\.ru, \d\d:\d\d/)
  await user.click(screen.getByRole('link', { name: /^Open/ }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await eventually(() => expect(tabCount(/^Open/)).toBe(before))
  expect(words((await rows())[0])).toBe(first)
})

test.for([true, false])('says once where marks are stored, phone: %s', { tags: 'all' }, async (phone) => {
  const { user } = await renderApp('/call-back', { ...page, phone })
  const [more] = await screen.findAllByRole('button', { name: /^More: / })
  await user.click(more!)
  await screen.findAllByRole('menuitem')
  expect(words(document.body).match(/kept in Callboard/gi)).toHaveLength(1)
})

test('a phone’s sheet of a caller shows no keyboard keys', { tags: 'all' }, async () => {
  const { user } = await renderApp('/call-back', { ...page, phone: true })
  const [more] = await screen.findAllByRole('button', { name: /^More: / })
  await user.click(more!)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(words)).toEqual(['No answer', 'Not needed', 'Note', 'Open the contact'])
})

test('a caller who has written before is called by the name that they gave, and by the company of their deal', async () => {
  const writtenBefore = (missed: Missed) => ({
    ...missed,
    id: 99_000_001,
    status: 9,
    occurred_at: missed.occurred_at - 20 * DAY_MS,
    day: addDays(missed.day, -20),
    custom_data: JSON.stringify({ visitor: { name: 'Ольга Мельникова' } }),
    customer_status: JSON.stringify({
      id: 9,
      status: 'Новый',
      customer_id: 1,
      name: 'x',
      company: '{"name":"Балтстрой"}',
    }),
  })
  const missed = await openWith(writtenBefore)
  await here()
  await eventually(async () =>
    expect((await rows()).map(words).filter((row) => row.includes('Ольга Мельникова'))).toHaveLength(1),
  )
  const row = (await rows()).find((one) => words(one).includes('Ольга Мельникова'))!
  expect(within(row).getAllByRole('link')[0]!.getAttribute('href')).toBe(`tel:+${missed.caller_digits}`)
  expect(words(row)).toMatch(/(First-time|Repeat) · Ольга Мельникова, “Балтстрой”/)
})

test('a form ends no waiting: the caller stays in the list, with the form in the row', async () => {
  const { caller_digits: digits } = await openWith((missed) => ({
    ...missed,
    id: 99_000_005,
    status: 8,
    occurred_at: missed.occurred_at + 2 * MINUTE_MS,
  }))
  await here()
  const row = (await rows()).find((one) => one.querySelector(`a[href="tel:+${digits}"]`))
  await eventually(() => expect(words(row)).toMatch(/Form .*still waiting/))
})

test('who has been answered since waits no more: the list says who has reached them, when and after how long', async () => {
  const answered = (missed: Missed) => ({
    ...missed,
    id: 99_000_002,
    status: 2,
    occurred_at: missed.occurred_at + MINUTE_MS,
    duration: 95,
    managers: 'Мария',
  })
  const missed = await openWith(answered)
  await here()
  const rowOf = async () =>
    (await rows()).find((row) => row.querySelector(`a[href="tel:+${missed.caller_digits}"]`) !== null)
  expect(await rowOf()).toBeUndefined()
  fireEvent.click(screen.getByRole('link', { name: 'All' }))
  const at = new Date(missed.occurred_at + (1 + missed.utc_offset) * MINUTE_MS)
  const time = at.toISOString().slice(11, 16)
  await eventually(async () =>
    expect(words(await rowOf())).toMatch(new RegExp(`Reached by Мария at ${time}after \\d+ tr(y|ies), `)),
  )
})

test('by the keyboard: rows, what became of a caller, and a note', async () => {
  const { user } = await renderApp('/call-back', page)
  await here()
  const before = (await rows()).length
  await user.keyboard('j')
  expect((await rows())[0]!.contains(document.activeElement)).toBe(true)
  await user.keyboard('n')
  // "No answer" keeps the caller waiting.
  await eventually(async () => expect(words((await rows())[0])).toContain('No answer, igor@domograd.ru'))
  expect((await rows()).length).toBe(before)
  await user.keyboard('m')
  const note = await screen.findByRole('textbox', { name: 'Note' })
  await user.type(note, 'Wants a garage')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(note).toHaveProperty('value', 'Wants a garage')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await eventually(async () => expect(words((await rows())[0])).toContain('Wants a garage'))
  // Focus moves to the next caller.
  const next = words((await rows())[1]).slice(0, 12)
  within((await rows())[0]!)
    .getAllByRole('link')[0]!
    .focus()
  await user.keyboard('x')
  await eventually(async () => expect((await rows()).length).toBe(before - 1))
  await eventually(() =>
    expect(document.activeElement?.closest('tr')?.textContent).toContain(next.slice(0, 6)),
  )
})

test('a contact leads back to the list that it was opened from', async () => {
  const { user, address } = await renderApp('/call-back?tab=all', page)
  await here()
  const [row] = await rows()
  await user.click(within(row!).getByRole('button', { name: /^More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Open the contact' }))
  expect(address()).toMatch(/^\/objects\/.+\/calls\/\d+$/)
  await screen.findByRole('link', { name: 'Back to Missed callers' })
  await user.keyboard('{Escape}')
  await eventually(() => expect(address()).toBe('/call-back?tab=all'))
})

test('keys mark nobody in a presentation, and say why', async () => {
  const { user, api, open } = await renderApp('/objects', page)
  await whilePresented(async () => {
    open('/call-back')
    await here()
    const before = (await rows()).length
    await user.keyboard('jc')
    await within(screen.getByRole('log')).findByText('Nothing is saved in a presentation')
    expect((await rows()).length).toBe(before)
    expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([])
  })
})

test('a note that is too long says so, and is neither kept nor lost', { tags: 'all' }, async () => {
  const { user, api } = await renderApp('/call-back', page)
  await here()
  await user.keyboard('j')
  await user.keyboard('m')
  const note = await screen.findByRole('textbox', { name: 'Note' })
  const long = 'x'.repeat(1024 * 1024)
  fireEvent.change(note, { target: { value: long } })
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await screen.findByText(/^At most 2,000 characters; these are 1,048,576\./)
  expect(note).toHaveProperty('value', long)
  expect(api.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/marks/'))).toEqual([])
})

test('a colleague’s mark appears by itself, and is not written over', { tags: 'all' }, async () => {
  const { user, api, queryClient } = await renderApp('/call-back', page)
  await here()
  const before = (await rows()).length
  const { principal } = await api.get<{ principal: string }>('/api/session')
  const scope = { principal, client: null }
  const look = () =>
    happens(() => queryClient.refetchQueries({ queryKey: recentAnnotationsQuery(scope).queryKey }))
  const caller = within((await rows())[0]!).getAllByRole('link')[0]!.textContent
  const theirRow = async () => (await rows()).find((row) => words(row).includes(caller))
  await user.click(within((await theirRow())!).getByRole('button', { name: /^Called:/ }))
  await eventually(async () => expect(await theirRow()).toBeUndefined())
  const { annotations } = queryClient.getQueryData(recentAnnotationsQuery(scope).queryKey)!
  const [mark] = Object.values(annotations)
  await happens(() => saveAnnotation(scope, mark!, { version: 1, outcome: 'no_answer', note: 'I tried' }))
  await look()
  await eventually(async () => expect(words(await theirRow())).toContain('I tried'))
  // Writes during the request aren't in its answer.
  const release = api.hold(/\/marks\?since=/)
  await happens(() => saveAnnotation(scope, mark!, { version: 2, outcome: 'not_needed' }))
  await user.click(within((await theirRow())!).getByRole('button', { name: /^Called:/ }))
  expect(await screen.findByText(/^Not saved: .+ It now says: Not needed/)).toBeTruthy()
  release()
  await eventually(async () => expect(await rows()).toHaveLength(before - 1))
})

test(
  'marks that are deleted in Settings leave a page that is open, and what is written meanwhile stays',
  { tags: 'all' },
  async () => {
    const { user, api, queryClient } = await renderApp('/call-back', page)
    await here()
    const before = (await rows()).length
    const { principal } = await api.get<{ principal: string }>('/api/session')
    const { queryKey } = recentAnnotationsQuery({ principal, client: null })
    await user.click(within((await rows())[0]!).getByRole('button', { name: /^Called:/ }))
    await eventually(async () => expect((await rows()).length).toBe(before - 1))
    // Optimistic.
    await screen.findByRole('button', { name: 'Undo' })
    const [mark] = Object.values(queryClient.getQueryData(queryKey)!.annotations)
    await happens(() => queryClient.refetchQueries({ queryKey }))
    await api.write('DELETE', '/api/marks')
    await happens(() =>
      saveAnnotation({ principal, client: null }, { oid: mark!.oid, id: 1 }, { version: 0, note: 'new' }),
    )
    await happens(() => queryClient.refetchQueries({ queryKey }))
    await eventually(async () => expect((await rows()).length).toBe(before))
    expect(Object.values(queryClient.getQueryData(queryKey)!.annotations).map(({ note }) => note)).toContain(
      'new',
    )
  },
)

test(
  'without any object the page does not say that all are reached, but what the first steps are',
  { tags: 'all' },
  async () => {
    const { address, user } = await renderApp('/call-back', { account: 'no_objects' })
    await screen.findByRole('heading', { name: 'No objects yet' })
    expect(document.body.textContent).not.toContain('No one to call back')
    await user.click(screen.getByRole('link', { name: 'Show the first steps' }))
    expect(address()).toMatch(/^\/overview/)
  },
)

test(
  'our server counts who waits as the page does, for the navigation of every other page',
  { tags: 'all' },
  async () => {
    const { user, api, history } = await renderApp('/call-back', page)
    await here()
    const all = (await rows()).length
    const badge = async () => (await api.get<{ callers: number | null }>('/api/attention')).callers
    expect(await badge()).toBe(all)
    await user.click(within((await rows())[0]!).getByRole('button', { name: /^Called:/ }))
    await eventually(async () => expect(await rows()).toHaveLength(all - 1))
    expect(await badge()).toBe(all - 1)
    // Other pages request the count later.
    await happens(() => history.push('/settings'))
    const nav = within(screen.getByRole('navigation', { name: 'Main' }))
    await eventually(() =>
      expect(words(nav.getByRole('link', { name: 'Missed callers' }))).toBe(`Missed callers${all - 1}`),
    )
    await eventually(() => expect(api.requests.map(({ path }) => path)).toContain('/api/attention'))
  },
)

test('who sees no numbers is told why there is no list, and no way leads to it', async () => {
  await renderApp('/call-back', { account: 'marketer', rights: ['export', 'listen'] })
  expect(await screen.findByText(/You can’t call back from here|so you can’t call back/)).toBeTruthy()
  const main = within(screen.getByRole('navigation', { name: 'Main' }))
  main.getByRole('link', { name: 'Journal' })
  expect(main.queryByRole('link', { name: /^Missed callers/ })).toBeNull()
})

test('while contacts are still being read, callers are not counted as none', async () => {
  await renderApp('/call-back', {
    ...page,
    faults: ['calls-slow-pages'],
    before: async ({ database }) => {
      await database.updateTable('contacts').set({ status: 2 }).execute()
    },
  })
  await screen.findByText(/still being read/)
  const main = words(document.querySelector('main'))
  expect(main).toContain('Open')
  expect(main).not.toMatch(/0 people|Open ?0|First-time ?0/)
})

test('without an archive the list is read page by page', async () => {
  await renderApp('/call-back', { account: 'small_marketer' })
  await eventually(() => expect(document.body.textContent).toMatch(/\d+ (people|person)|No one to call back/))
})

test('a reading that fails says so, with a way to try again', { tags: 'all' }, async () => {
  await renderApp('/call-back', { account: 'small_marketer', faults: ['calls-500'] })
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test(
  'the rest of a list that has come in part is loaded at a press, and the focus stays on the page',
  { tags: 'all' },
  async () => {
    const { user, api } = await renderApp('/call-back', {
      account: 'marketer',
      faults: ['calls-page-3-fails'],
    })
    const rest = await screen.findByRole('button', { name: 'Load the rest' })
    api.fault()
    await user.click(rest)
    await eventually(() => expect(document.body.textContent).not.toContain('Not all contacts are loaded'))
    await eventually(() => expect(document.activeElement).toBe(document.getElementById('main')))
  },
)

test(
  'that nothing has come is said, and not that nobody waits; it comes at a press',
  { tags: 'all' },
  async () => {
    const { user, api } = await renderApp('/call-back', { account: 'marketer', faults: ['data-500'] })
    await screen.findByText('The service failed.')
    await eventually(() =>
      expect(words(document.querySelector('main'))).not.toMatch(/No one|\d+ people|Open ?0/),
    )
    api.fault()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await table()
  },
)

test('of a part in which nobody is it is not said that there is nobody', { tags: 'all' }, async () => {
  await renderApp('/call-back?tab=done', { account: 'client', faults: ['calls-page-3-fails'] })
  await screen.findByText(/^Not all contacts are loaded/)
  await screen.findByRole('heading', { name: 'No one among the contacts loaded so far' })
  expect(words(document.querySelector('main'))).not.toContain('Nothing done today')
})

test(
  'says so while callers of former days are still to be read by today’s rule',
  { tags: 'all' },
  async () => {
    // Unlike the overview, the report reads no other days: those of the page are still to come.
    const { api, open } = await renderApp('/overview/report?date_from=2026-11-01&date_to=2026-11-10', page)
    await screen.findByText(/unanswered/)
    await api.leaveFormerCallers()
    open('/call-back')
    await screen.findByText(/may count one caller as two/)
    await rows()
  },
)

test(
  'a second mark of a row is no conflict with oneself where the marks did not load',
  { tags: 'all' },
  async () => {
    const { user, api } = await renderApp('/call-back', {
      ...page,
      before: async (server) =>
        server.standInFront((path) =>
          path === '/api/marks' ? Response.json({ error: 'unknown_error' }, { status: 500 }) : null,
        ),
    })
    await screen.findByText(/colleagues’ marks/)
    const puts = () => api.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/marks/'))
    const [row] = await rows()
    await user.click(within(row!).getByRole('button', { name: /^Called:/ }))
    await eventually(() => expect(puts()).toHaveLength(1))
    await screen.findByRole('button', { name: 'Undo' })
    await user.click(within(row!).getByRole('button', { name: /^More/ }))
    await user.click(await screen.findByRole('menuitem', { name: /^No answer/ }))
    await eventually(() => expect(puts()).toHaveLength(2))
    await eventually(() => expect(words(document.body)).toContain('No answer'))
    expect(words(document.body)).not.toContain('Not saved')
    expect(JSON.parse(puts()[1]!.body)).toMatchObject({ version: 1, outcome: 'no_answer' })
  },
)
