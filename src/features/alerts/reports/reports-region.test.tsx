// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReportRun, ReportsAnswer } from '#/contract/delivery/reports.ts'
import { SAMPLE_NOW } from '#/test/clock.ts'
import { words } from '#/test/page.ts'
import { whilePresented } from '#/test/presented.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const page = { account: 'marketer' } as const
const region = () => screen.findByRole('region', { name: 'Reports' })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'New report' }))

test('a report is set up, listed, paused, deleted and taken back; without a mail server it says that none goes out', async () => {
  const { user } = await renderApp('/alerts', page)
  await eventually(async () => expect(words(await region())).toContain('Email isn’t set up'))
  await user.click(await screen.findByRole('button', { name: 'New report' }))
  const form = await dialog()
  expect(form.getByRole('textbox', { name: 'To' })).toHaveProperty('value', 'igor@domograd.ru')
  form.getByText(/^Callboard stores your access, encrypted/)
  await user.selectOptions(form.getByRole('combobox', { name: 'How often' }), 'Monthly')
  // Only days that every month has, and the last.
  const day = form.getByRole('combobox', { name: 'Day' })
  const days = within(day).getAllByRole('option').map(words)
  expect([days.length, ...days.slice(-2)]).toEqual([29, '28', 'Last day'])
  await user.selectOptions(day, 'Last day')
  await user.click(form.getByRole('button', { name: 'Create report' }))
  await eventually(async () =>
    expect(words(await region())).toMatch(
      /Overview report.*last month.*Last day of the month.*igor@domograd\.ru/,
    ),
  )
  expect(words(document.body)).toContain('Callboard reads contacts with your access when you are away')
  const menu = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: /^More: Overview report/ }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await menu('Pause')
  await eventually(async () => expect(words(await region())).toContain('Paused'))
  await menu('Resume')
  await eventually(async () => expect(words(await region())).not.toContain('Paused'))
  await menu('Delete')
  await screen.findByText('No reports yet')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await eventually(async () => expect(words(await region())).toContain('Last day of the month'))
})

test('the dialog says when the limit of reports is reached', async () => {
  const { user, api } = await renderApp('/alerts', page)
  await user.click(await screen.findByRole('button', { name: 'New report' }))
  const form = await dialog()
  const refused = () =>
    new Response('{"error":{"reports":"too_many: 200"}}', { status: 400, headers: { 'x-callboard': '1' } })
  api.standInFront((path) => (path === '/api/reports' ? refused() : null))
  await user.click(form.getByRole('button', { name: 'Create report' }))
  await form.findByText(/^There are 200 reports already/)
})

test(
  'a new report has the notes of its days unless they are ticked off; one of before this has none',
  { tags: 'all' },
  async () => {
    const settings = {
      client: null,
      object: null,
      timing: { every: 'day', at: '09:00' },
      zone: 'UTC',
      language: 'en',
      to: ['old@sever.example'],
    }
    const { user, api } = await renderApp('/alerts', {
      ...page,
      before: (server) => server.write('POST', '/api/reports', { version: 0, allow: true, settings }),
    })
    const withNotes = async () => {
      const { reports } = await api.get<{ reports: { settings: { to: string[]; with_notes?: boolean } }[] }>(
        '/api/reports',
      )
      return Object.fromEntries(reports.map(({ settings: { to, with_notes: has } }) => [to[0], has ?? false]))
    }
    await user.click(await screen.findByRole('button', { name: 'New report' }))
    const form = await dialog()
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'With notes' }).checked).toBe(true)
    await user.click(form.getByRole('button', { name: 'Create report' }))
    await eventually(async () =>
      expect(await withNotes()).toEqual({ 'old@sever.example': false, 'igor@domograd.ru': true }),
    )
    const old = await screen.findByRole('row', { name: /old@sever/ })
    await user.click(within(old).getByRole('button', { name: /^More: Overview report/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const edited = within(await screen.findByRole('dialog', { name: 'Edit report' }))
    expect(edited.getByRole<HTMLInputElement>('checkbox', { name: 'With notes' }).checked).toBe(false)
    await user.click(edited.getByRole('checkbox', { name: 'With notes' }))
    await user.click(edited.getByRole('button', { name: 'Save' }))
    await eventually(async () => expect((await withNotes())['old@sever.example']).toBe(true))
  },
)

test('what is no address, and more than fifty, is said beside the field, and nothing is sent or lost', async () => {
  const { user, api } = await renderApp('/alerts', page)
  await user.click(await screen.findByRole('button', { name: 'New report' }))
  const form = await dialog()
  const to = form.getByRole('textbox', { name: 'To' })
  const create = () => user.click(form.getByRole('button', { name: 'Create report' }))
  await user.clear(to)
  await create()
  form.getByText('At least one address')
  await user.type(to, 'olga@sever.example, nobody')
  await create()
  form.getByText('“nobody” is no address')
  expect(to).toHaveProperty('value', 'olga@sever.example, nobody')
  await user.clear(to)
  await user.click(to)
  await user.paste(Array.from({ length: 10_000 }, (_, nth) => `a${nth}@b.example`).join(', '))
  await create()
  form.getByText('At most 50 addresses')
  expect(api.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).not.toContain(
    '/api/reports',
  )
})

test(
  'a time that the clock skips is kept, and the day on which it does is told',
  { tags: 'all' },
  async () => {
    const { user } = await renderApp('/alerts', page)
    await user.click(await screen.findByRole('button', { name: 'New report' }))
    const form = await dialog()
    for (const [name, value] of [
      ['How often', 'Daily'],
      ['Time', '02:30'],
      ['Time zone', 'America/New_York'],
    ] as const)
      await user.selectOptions(form.getByRole('combobox', { name }), value)
    await user.click(form.getByRole('button', { name: 'Create report' }))
    await screen.findByText(/^On .+ the clock skips this time: the email goes out at 03:30 then\./)
  },
)

test('a report on an object that is gone says so, and can be set to all', { tags: 'all' }, async () => {
  const settings = {
    client: null,
    object: 'gone',
    timing: { every: 'day', at: '09:00' },
    zone: 'UTC',
    language: 'en',
    to: ['old@sever.example'],
  }
  const { user } = await renderApp('/alerts', {
    ...page,
    before: (server) => server.write('POST', '/api/reports', { version: 0, allow: true, settings }),
  })
  await user.click(await screen.findByRole('button', { name: /^More: Overview report/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const edited = within(await screen.findByRole('dialog', { name: 'Edit report' }))
  const object = edited.getByRole('combobox', { name: 'Object' })
  expect(object).toHaveProperty('value', 'gone')
  await edited.findByRole('option', { name: 'a deleted object' })
  await user.selectOptions(object, 'All objects')
  expect(object).toHaveProperty('value', '')
  expect(edited.queryByRole('option', { name: 'a deleted object' })).toBeNull()
})

test(
  'a run that has failed is listed with its reason, and is sent again from there',
  { tags: 'all' },
  async () => {
    const { user, api } = await renderApp('/alerts', page)
    await user.click(await screen.findByRole('button', { name: 'New report' }))
    await user.click((await dialog()).getByRole('button', { name: 'Create report' }))
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    const runs = () => screen.findByRole('region', { name: 'History' })
    await eventually(async () =>
      expect(words(await runs())).toMatch(/1 failed.*Overview report.*Failed.*no mail server is set up/),
    )
    await user.click(within(await runs()).getByRole('button', { name: /^Send again: Overview report/ }))
    await eventually(() =>
      expect(api.requests.some(({ path }) => /^\/api\/reports\/[^/]+\/again$/.test(path))).toBe(true),
    )
  },
)

test('a monthly report that a mailbox refused is listed as failed; only a run that failed is sent again', async () => {
  const settings = {
    client: null,
    object: null,
    timing: { every: 'day', at: '09:00' },
    zone: 'UTC',
    language: 'en',
    to: ['old@sever.example'],
  }
  await renderApp('/alerts', {
    ...page,
    before: async (api) => {
      await api.write('POST', '/api/reports', { version: 0, allow: true, settings })
      const answer = await api.get<ReportsAnswer>('/api/reports')
      const due = SAMPLE_NOW
      const run: ReportRun = {
        report: answer.reports[0]!.id,
        due,
        state: 'done',
        is_late: false,
        is_asked: true,
        try_at: null,
        ended: new Date(due).toISOString(),
        reason: 'mailbox_refused',
        said: '550 gone',
        sent: 1,
        contacts: null,
        no_pdf: null,
      }
      api.standInFront((path) =>
        path === '/api/reports'
          ? Response.json({ ...answer, runs: [run] }, { headers: { 'x-callboard': '1' } })
          : null,
      )
    },
  })
  const history = await screen.findByRole('region', { name: 'History' })
  await eventually(() => expect(words(history)).toMatch(/1 failed.*Overview report.*Failed.*550 gone/))
  expect(within(history).queryByRole('button', { name: /^Send again/ })).toBeNull()
})

test('a saved view is sent as a file, without callers unless that is chosen; one that is deleted is told', async () => {
  const { user, api } = await renderApp('/alerts', {
    ...page,
    before: (api) =>
      api.write('PUT', '/api/preferences', {
        base_version: 0,
        preferences: {
          saved_views: [{ id: 'missed', name: 'Missed ones', filters: { status_filter: 'NOANSWER' } }],
        },
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'New report' }))
  const form = await dialog()
  await user.selectOptions(
    form.getByRole('combobox', { name: 'What is sent' }),
    await form.findByRole('option', { name: 'Missed ones' }),
  )
  await user.selectOptions(form.getByRole('combobox', { name: 'File' }), 'XLSX')
  expect(form.getByRole('checkbox', { name: 'With callers' })).toHaveProperty('checked', false)
  await user.click(form.getByRole('checkbox', { name: 'With callers' }))
  await user.click(form.getByRole('button', { name: 'Create report' }))
  await eventually(async () =>
    expect(words(await region())).toMatch(/Saved view “Missed ones”.*XLSX, with callers/),
  )
  await api.write('PUT', '/api/preferences', { base_version: 1, preferences: { saved_views: [] } })
  await user.click(await screen.findByRole('button', { name: 'Send now' }))
  await eventually(async () => expect(words(await region())).toContain('a deleted view'))
})

test(
  'who may not take contacts out as files is offered no view, and is told why',
  { tags: 'all' },
  async () => {
    const { user } = await renderApp('/alerts', { ...page, rights: ['numbers'] })
    await user.click(await screen.findByRole('button', { name: 'New report' }))
    const form = await dialog()
    form.getByText('You may not take contacts out as files')
    expect(form.queryByRole('group', { name: 'Saved views as a file' })).toBeNull()
  },
)

test(
  'while others look on no report is set up: its address and what it is of stand masked there',
  { tags: 'all' },
  async () => {
    const { open, user } = await renderApp('/settings', page)
    const create = () => screen.findByRole('button', { name: 'New report' })
    await whilePresented(async () => {
      open('/alerts')
      await user.click(await create())
      expect((await create()).ariaDisabled).toBe('true')
      expect(screen.queryByRole('dialog', { name: 'New report' })).toBeNull()
    })
  },
)
