// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const page = { account: 'marketer' } as const
const region = () => screen.findByRole('region', { name: 'Alerts' })
const dialog = () => screen.findByRole('dialog', { name: 'New alert' })

test('an alert is made in one sentence, listed, switched off, deleted and taken back', async () => {
  const { user, api } = await renderApp('/alerts', page)
  await user.click(await screen.findByRole('button', { name: 'Object went silent' }))
  const form = within(await dialog())
  expect(form.getByRole('combobox', { name: 'What happens' })).toHaveProperty('value', 'silent')
  await user.selectOptions(form.getByRole('combobox', { name: 'What happens' }), 'waiting')
  expect(form.getByRole('spinbutton', { name: 'How much' })).toHaveProperty('value', '60')
  expect(form.getByRole('textbox', { name: 'Email addresses' })).toHaveProperty('value', 'igor@domograd.ru')
  expect(words(await dialog())).toContain('Callboard stores your access, encrypted')
  expect(words(await dialog())).toContain('Costs about 24 requests a day')
  await user.selectOptions(form.getByRole('combobox', { name: 'How often' }), 'at_once')
  expect(words(await dialog())).toContain(
    'Checked every 10 minutes; hourly in quiet hours. Costs about 89 requests a day',
  )
  await user.click(form.getByRole('checkbox', { name: /^No email from/ }))
  expect(words(await dialog())).toContain('every 10 minutes, day and night. Costs about 144 requests a day')
  await user.selectOptions(form.getByRole('combobox', { name: 'How often' }), 'hourly')
  await user.click(form.getByRole('button', { name: 'Create alert' }))
  await eventually(async () => expect(words(await region())).toContain('Caller waits longer than 60 minutes'))
  await screen.findByRole('region', { name: 'Reports' })
  expect(words(document.body).match(/kept in Callboard/gi)).toHaveLength(1)
  expect(
    api.requests.filter(({ method, path }) => method === 'PUT' && path === '/api/standing'),
  ).toHaveLength(1)
  expect(words(document.body)).toContain('Callboard reads contacts with your access when you are away')
  expect(words(await screen.findByRole('table', { name: 'Alerts' }))).toMatch(
    /Caller waits longer than 60 minutesAll objectsHourlyigor@domograd\.ru/,
  )
  const toggle = screen.getByRole('switch', { name: /^Caller waits longer than 60 minutes/ })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  await user.click(toggle)
  await eventually(() =>
    expect(screen.getByRole('switch', { name: /^Caller waits/ }).getAttribute('aria-checked')).toBe('false'),
  )
  await user.click(screen.getByRole('button', { name: 'More: Caller waits longer than 60 minutes' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('No alerts yet')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await eventually(async () => expect(words(await region())).toContain('Caller waits longer than 60 minutes'))
})

test('a switch that is pressed twice before the answer changes the alert once', async () => {
  const { user, api, queryClient } = await renderApp('/alerts', page)
  await user.click(await screen.findByRole('button', { name: 'Object went silent' }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Create alert' }))
  const toggle = await screen.findByRole('switch')
  const release = api.hold(/^\/api\/alerts\//)
  await user.click(toggle)
  await user.click(toggle)
  release()
  await eventually(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false'))
  await eventually(() => expect(queryClient.isMutating()).toBe(0))
  const { alerts } = await api.get<{ alerts: { version: number }[] }>('/api/alerts')
  expect(alerts.map(({ version }) => version)).toEqual([2])
  expect(screen.queryByText(/colleague/)).toBeNull()
})

test('what is wrong is said beside it, and nothing is kept', async () => {
  const { user, api } = await renderApp('/alerts', { ...page, env: { WEBHOOK_HOSTS: 'hooks.example.com' } })
  await user.click(await screen.findByRole('button', { name: 'New alert' }))
  const form = within(await dialog())
  const to = form.getByRole('textbox', { name: 'Email addresses' })
  fireEvent.change(to, { target: { value: 'boss@example.com, somebody' } })
  expect(words(await dialog())).toContain('“somebody” is no email address.')
  await user.click(form.getByRole('button', { name: /^Create alert/ }))
  const many = Array.from({ length: 10_000 }, (_, nth) => `a${nth}@b.example`).join(', ')
  fireEvent.change(to, { target: { value: many } })
  expect(words(await dialog())).toContain('At most 50 addresses.')
  expect(form.getByRole('button', { name: /^Create alert/ }).getAttribute('aria-disabled')).toBe('true')
  expect(to).toHaveProperty('value', many)
  fireEvent.change(to, { target: { value: 'boss@example.com' } })
  const hook = form.getByRole('textbox', { name: 'Webhook' })
  fireEvent.change(hook, { target: { value: 'https://127.0.0.1/x' } })
  expect(words(await dialog())).toContain(
    'Callboard may not post to 127.0.0.1. Allowed hosts: hooks.example.com',
  )
  expect(form.getByRole('button', { name: /^Create alert/ }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(hook, { target: { value: '' } })
  fireEvent.change(form.getByRole('spinbutton', { name: 'How much' }), { target: { value: '-5' } })
  expect(words(await dialog())).toContain('Enter a whole number from 1 to 99.')
  await user.click(form.getByRole('button', { name: /^Create alert/ }))
  expect(api.requests.filter(({ method, path }) => method === 'POST' && path === '/api/alerts')).toEqual([])
})

test('where nothing is kept it is said that the last days cannot be judged', async () => {
  const { user } = await renderApp('/alerts', { account: 'marketer' })
  await user.click(await screen.findByRole('button', { name: 'New alert' }))
  await eventually(async () => expect(words(await dialog())).toMatch(/The last 30 days cannot be judged/))
})

test('a webhook is checked as it is typed, its secret is told, and a test says what came of it', async () => {
  const { user } = await renderApp('/alerts', {
    ...page,
    env: { WEBHOOK_HOSTS: 'hooks.example.com,127.0.0.1' },
  })
  await user.click(await screen.findByRole('button', { name: 'New alert' }))
  const form = within(await dialog())
  const hook = await form.findByRole('textbox', { name: 'Webhook' })
  fireEvent.change(hook, { target: { value: 'https://evil.example/x' } })
  expect(words(await dialog())).toContain(
    'Callboard may not post to evil.example. Allowed hosts: hooks.example.com',
  )
  fireEvent.change(hook, { target: { value: 'http://127.0.0.1/' } })
  expect(words(await dialog())).toContain('Enter an https address')
  await user.click(form.getByRole('button', { name: /^Create alert/ }))
  expect(hook).toHaveProperty('value', 'http://127.0.0.1/')
  fireEvent.change(hook, { target: { value: 'https://127.0.0.1/x' } })
  await user.click(await form.findByRole('button', { name: 'How to check the signature' }))
  await eventually(async () => expect(words(await dialog())).toMatch(/with this secret:\s*[0-9a-f]{64}/))
  await user.click(form.getByRole('button', { name: 'Send a test' }))
  await eventually(async () => {
    expect(words(await dialog())).toContain('https://127.0.0.1/x: the address did not answer')
    expect(words(await dialog())).toContain('igor@domograd.ru: no mail server is set up')
  })
  await user.click(form.getByRole('button', { name: 'Create alert' }))
  await eventually(async () => expect(words(await region())).toMatch(/igor@domograd\.ru\s*and 1 more/))
})

test('an agency’s alert is for all clients, several, or objects of one, and says what that costs a day', async () => {
  const { user } = await renderApp('/alerts', { account: 'agency_manager' })
  await user.click(await screen.findByRole('button', { name: 'Object went silent' }))
  const form = within(await dialog())
  const clients = await form.findByRole('button', { name: /^Client: All \d+ clients$/ })
  const all = Number(/\d+/.exec(clients.textContent)?.[0])
  expect(words(await dialog())).toContain(`Costs about ${all * 24} requests a day`)
  await user.click(clients)
  const list = within(await screen.findByRole('dialog', { name: 'Client' }))
  const named = list.getAllByRole('checkbox').slice(1, 4)
  for (const one of named) await user.click(one)
  expect(list.getByRole('checkbox', { name: /^All/ })).toHaveProperty('checked', false)
  expect(words(await dialog())).toContain(
    'Costs about 72 requests a day to the call-tracking service. 24 for each of 3 clients.',
  )
  expect(form.queryByRole('button', { name: /^Object: / })).toBeNull()
  for (const one of named.slice(1)) await user.click(one)
  const objects = await form.findByRole('button', { name: 'Object: All objects' })
  await user.click(objects)
  const ofOne = within(await screen.findByRole('dialog', { name: 'Object' }))
  await eventually(() => expect(ofOne.getAllByRole('checkbox').length).toBeGreaterThan(1))
  await user.click(ofOne.getAllByRole('checkbox')[1]!)
  await user.click(form.getByRole('button', { name: 'Create alert' }))
  await eventually(async () => expect(words(await region())).toContain('Object went silent'))
})

test('the mail on a missed rate is previewed with its day by hours, and its counts are those of the day', async () => {
  const { user, open } = await renderApp('/call-back', page)
  // Reading the callers stores the days to evaluate.
  await screen.findByRole('table', { name: 'Callers' })
  open('/alerts')
  await user.click(await screen.findByRole('button', { name: 'New alert' }))
  for (const [name, value] of [
    ['How much', '5'],
    ['Fewest calls of a day', '1'],
  ] as const)
    fireEvent.change(within(await dialog()).getByRole('spinbutton', { name }), { target: { value } })
  const mail = within(await screen.findByRole('region', { name: 'The email' }))
  const table = await mail.findByRole('table', { name: /^The day by hours/ })
  await eventually(() => expect(words(table)).toContain('red: above your 5%'))
  const hours = within(table).getAllByRole('row').slice(1)
  const rows = hours.map((row) => within(row).getAllByRole('cell').map(words))
  // Red rows are exactly those above the average.
  for (const row of hours.slice(0, -1)) {
    const [, , missed, rate] = within(row).getAllByRole('cell')
    const isAbove = Number.parseFloat(words(rate)) > 5
    for (const cell of [missed!, rate!]) expect(cell.classList.contains('text-missed')).toBe(isAbove)
    expect(row.querySelector('rect')!.getAttribute('fill') === 'var(--missed)').toBe(isAbove)
  }
  const sum = rows.pop()!
  const added = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0)
  expect(rows.length).toBeGreaterThan(1)
  expect(sum.slice(0, 3)).toEqual(['All day', String(added(1)), String(added(2))])
  expect(words(await screen.findByRole('region', { name: 'The email' }))).toMatch(
    new RegExp(`missed ${sum[3]} of yesterday’s calls ?${sum[2]} of ${sum[1]} calls on `),
  )
})
