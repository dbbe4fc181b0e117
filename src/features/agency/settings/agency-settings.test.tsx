// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FaultName } from '#/server/faults.ts'
import { button, region, words } from '#/test/page.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const SAVED = 'Agency settings saved'

const open = async (...faults: FaultName[]) => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  await screen.findByRole('region', { name: 'Agency settings' })
  const form = () => region('Agency settings')
  const field = (label: string) => within(form()).getByLabelText<HTMLInputElement>(label)
  await eventually(() => expect(field('Name').value).not.toBe(''))
  app.api.fault(...faults)
  const opened = app.api.requests.length
  const sent = () =>
    app.api.requests
      .slice(opened)
      .filter(({ path }) => path === '/api/v2/agency')
      .map(({ method, body }) => (body === '' ? method : `${method} ${body}`))
  return {
    ...app,
    field,
    sent,
    puts: () => sent().filter((request) => request.startsWith('PUT')),
    describedBy: (label: string) =>
      words(document.getElementById(field(label).getAttribute('aria-describedby') ?? '')),
    fill: async (label: string, text: string) => {
      await app.user.clear(field(label))
      await app.user.type(field(label), text)
    },
    press: (name: string) => app.user.click(button(name, form())),
    isIdle: () => button('Save changes', form()).ariaDisabled === 'true',
    alert: () => within(form()).queryAllByRole('alert').map(words).join('\n'),
    undo: async () => app.user.click(await screen.findByRole('button', { name: 'Undo' })),
  }
}

test('a save sends the four documented fields, is read again, and can be undone', async () => {
  const { field, fill, press, user, sent, isIdle, undo, open: reopen } = await open()
  const [name, domain] = [field('Name').value, field('Domain').value]
  expect(field('Phone number').value).toBe('')
  expect(isIdle()).toBe(true)

  await fill('Name', ` ${name} & «Co» `)
  await fill('Phone number', '+7 812 000-00-01')
  await user.click(field('Active'))
  within(region('Agency settings')).getByText('Unsaved changes')
  await press('Save changes')
  await screen.findByText(SAVED)
  expect(sent()).toEqual([
    `PUT {"agency":{"name":"${name} & «Co»","domain":"${domain}","phone_number":"+7 812 000-00-01","is_active":false}}`,
    'GET',
  ])
  await eventually(() => expect(field('Name').value).toBe(`${name} & «Co»`))
  expect(isIdle()).toBe(true)
  expect(document.activeElement).toBe(button('Save changes', region('Agency settings')))

  await undo()
  await eventually(() => expect(field('Name').value).toBe(name))
  expect(field('Phone number').value).toBe('')
  expect(field('Active').checked).toBe(true)
  expect(document.activeElement).toBe(button('Save changes', region('Agency settings')))
  await screen.findByText(SAVED)
  expect(sent()[2]).toBe(
    `PUT {"agency":{"name":"${name}","domain":"${domain}","phone_number":"","is_active":true}}`,
  )
  reopen('/clients')
  await screen.findByRole('region', { name: 'Agency settings' })
  await eventually(() => expect(field('Name').value).toBe(name))
  expect(field('Active').checked).toBe(true)
})

test(
  'fault-save-refused: a refused save keeps what was typed, and each field has the service’s words',
  { tags: 'all' },
  async () => {
    const { field, fill, press, alert, describedBy } = await open('agency-save-refused')
    const [domain, phone] = [field('Domain').value, field('Phone number').value]
    await fill('Domain', 'taken.example')
    await fill('Phone number', '12')
    await press('Save changes')
    await eventually(() => expect(describedBy('Domain')).toBe('is taken'))
    expect(document.activeElement).toBe(field('Domain'))
    expect(describedBy('Phone number')).toBe('must have 11 digits')
    // Errors outside the form's fields are shown too (G13).
    expect(alert()).toContain('Not saved')
    expect(alert()).toContain('plan: has run out')
    expect(field('Domain').value).toBe('taken.example')
    // The message belongs to the refused value.
    await fill('Domain', 'free.example')
    expect(field('Domain').ariaInvalid).toBeNull()
    expect(field('Phone number').ariaInvalid).toBe('true')

    await press('Discard')
    expect(document.activeElement).toBe(button('Save changes', region('Agency settings')))
    expect(field('Domain').value).toBe(domain)
    expect(field('Phone number').value).toBe(phone)
    expect(alert()).toBe('')
  },
)

test('a domain that can be none is not sent, and says how one is written', async () => {
  const { field, fill, press, describedBy, puts } = await open()
  await fill('Domain', 'https://northline.ru/')
  await press('Save changes')
  expect(describedBy('Domain')).toContain('A domain is written like northline.ru')
  expect(document.activeElement).toBe(field('Domain'))
  expect(puts()).toEqual([])
  await fill('Domain', 'новый-клиент.рф')
  expect(field('Domain').ariaInvalid).toBeNull()
  await press('Save changes')
  await screen.findByText(SAVED)
  expect(puts()).toHaveLength(1)
})

test('what the service kept instead is shown beside what was saved', { tags: 'all' }, async () => {
  const { field, fill, press, user, alert, isIdle } = await open('agency-save-lies')
  const domain = field('Domain').value
  await fill('Domain', 'new.example')
  await user.click(field('Active'))
  await press('Save changes')
  await eventually(() => expect(alert()).toContain('The service kept other settings than you saved'))
  expect(alert()).toMatch(/You saved\s*new\.example\s*The service has\s*northline/)
  expect(alert()).toMatch(/You saved\s*off\s*The service has\s*on/)
  expect(screen.queryByText(SAVED)).toBeNull()
  expect(field('Domain').value).toBe('new.example')
  expect(isIdle()).toBe(false)
  await press('Discard')
  expect(field('Domain').value).toBe(domain)
  expect(field('Active').checked).toBe(true)
  expect(alert()).toBe('')
})

test(
  'fault-save-lost: a lost answer is no failure: what the service holds tells',
  { tags: 'all' },
  async () => {
    const { api, field, fill, press, alert, isIdle, puts } = await open(
      'agency-save-lies',
      'agency-save-lost',
    )
    await fill('Name', 'Never arrives')
    await press('Save changes')
    await eventually(() => expect(alert()).toContain('We don’t know if this was saved'))
    await press('Check')
    await screen.findByText(/^It was not saved/)
    expect(field('Name').value).toBe('Never arrives')

    api.fault('agency-save-lost')
    await fill('Name', 'Arrives')
    await press('Save changes')
    await eventually(() => expect(alert()).toContain('We don’t know if this was saved'))
    await press('Check')
    await screen.findByText(SAVED)
    expect(alert()).toBe('')
    expect(isIdle()).toBe(true)
    // No automatic retry.
    expect(puts()).toHaveLength(2)
  },
)

test('a save that cannot be read again says so', { tags: 'all' }, async () => {
  const { api, field, fill, press, alert } = await open('agency-500')
  await fill('Phone number', '78120000002')
  await press('Save changes')
  await eventually(() => expect(alert()).toContain('Saved, but could not be checked'))
  api.fault()
  await press('Check')
  await screen.findByText(SAVED)
  expect(alert()).toBe('')
  expect(field('Phone number').value).toBe('78120000002')
})

test.each([
  ['agency-save-refused', /^Not undone\. ./],
  ['agency-save-lies', 'The service kept other settings than you saved'],
  ['agency-500', 'Saved, but could not be checked'],
] as const)(
  'an undo that is not made, or is in doubt, says so: %s',
  { tags: 'all' },
  async (fault, notice) => {
    const { api, fill, press, undo } = await open()
    await fill('Name', 'Another name')
    await press('Save changes')
    await screen.findByText(SAVED)
    api.fault(fault)
    await undo()
    await within(screen.getByRole('log')).findByText(notice)
  },
)

test('two presses send once', { tags: 'all' }, async () => {
  const { field, fill, puts, undo } = await open()
  const name = field('Name').value
  await fill('Name', 'Twice')
  const save = button('Save changes', region('Agency settings'))
  save.click()
  save.click()
  await screen.findByRole('button', { name: 'Undo' })
  expect(puts()).toHaveLength(1)
  await undo()
  await eventually(() => expect(field('Name').value).toBe(name))
})

test('unsaved settings are not left behind unasked', async () => {
  const { field, fill, user, address } = await open()
  const domain = field('Domain').value
  const go = (name: string) =>
    user.click(within(screen.getAllByRole('navigation', { name: 'Main' })[0]!).getByRole('link', { name }))
  const settled = (path: RegExp) => eventually(() => expect(address()).toMatch(path))
  const leaveDialog = () => screen.queryByRole('dialog', { name: 'Leave without saving?' })
  const answer = async (name: string) => {
    await user.click(button(name, await screen.findByRole('dialog', { name: 'Leave without saving?' })))
    await eventually(() => expect(leaveDialog()).toBeNull())
  }
  await go('Objects')
  await settled(/^\/objects/)
  await go('Clients')
  await screen.findByRole('region', { name: 'Agency settings' })
  await eventually(() => expect(field('Domain').value).toBe(domain))
  await fill('Domain', 'unsaved.example')

  await go('Journal')
  await answer('Stay')
  expect(field('Domain').value).toBe('unsaved.example')
  await user.click(screen.getByRole('link', { name: 'Sever Group' }))
  await answer('Stay')
  await settled(/^\/clients$/)

  await go('Journal')
  await answer('Leave without saving')
  await settled(/^\/calls/)
  await go('Clients')
  await screen.findByRole('region', { name: 'Agency settings' })
  await eventually(() => expect(field('Domain').value).toBe(domain))
  await go('Journal')
  await settled(/^\/calls/)
})

test(
  'fault-offline: nothing is sent while there is no network; what was typed is saved once it is back',
  { tags: 'all' },
  async () => {
    const app = await open()
    await app.fill('Name', 'Another')
    const back = await goOffline(app)
    const save = () =>
      within(region('Agency settings')).getByRole('button', { name: 'Save changes', description: NO_NETWORK })
    await app.user.click(save())
    await app.user.type(app.field('Name'), '{Enter}')
    expect(app.puts()).toEqual([])
    expect(app.field('Name').value).toBe('Another')
    await back()
    await eventually(() => expect(app.isIdle()).toBe(false))
    await app.press('Save changes')
    await screen.findByText(SAVED)
  },
)

test('a logo is chosen, replaced and removed, and a file that cannot be one says why', async () => {
  const { user } = await open()
  const form = () => within(region('Agency settings'))
  const choose = (name: string, type: string, text: string) =>
    user.upload(form().getByLabelText('Logo', { selector: 'input' }), new File([text], name, { type }))
  const svg = '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/><script>alert(1)</script></svg>'
  await eventually(() => expect(button('Choose a file', region('Agency settings')).ariaDisabled).toBeNull())
  await choose('logo.svg', 'image/svg+xml', svg)
  const image = await form().findByRole<HTMLImageElement>('img', { name: 'Your logo' })
  expect(atob(image.src.split(',')[1]!)).not.toContain('script')
  button('Replace', region('Agency settings'))
  for (const [type, text, reason] of [
    ['image/png', 'no picture', 'The file must be a PNG or an SVG. Choose another one.'],
    [
      'image/svg+xml',
      '<svg><g>',
      'The file is damaged or isn’t a plain drawing. Export it again and choose it.',
    ],
    ['image/svg+xml', 'x'.repeat(103_000), 'The file is larger than 100 KB. Choose a smaller one.'],
  ] as const) {
    await choose('other', type, text)
    await form().findByText(reason)
  }
  form().getByRole('img', { name: 'Your logo' })
  await user.click(button('Remove', region('Agency settings')))
  await eventually(() => expect(form().queryByRole('img', { name: 'Your logo' })).toBeNull())
})

test('a logo that could not be read is asked for again, and can be replaced', { tags: 'all' }, async () => {
  const { user, api } = await renderApp('/clients', {
    account: 'agency_manager',
    before: async (api) =>
      api.standInFront((path) =>
        path === '/api/agency-logo' ? Response.json({ error: 'unknown_error' }, { status: 500 }) : null,
      ),
  })
  const logo = within(await screen.findByRole('group', { name: 'Logo' }))
  const retry = await logo.findByRole('button', { name: 'Retry' })
  expect(logo.getByRole('button', { name: 'Choose a file' }).ariaDisabled).toBeNull()
  api.standInFront(null)
  await user.click(retry)
  await eventually(() => expect(logo.queryByRole('alert')).toBeNull())
})
