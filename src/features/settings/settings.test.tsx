// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { region, words } from '#/test/page.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { whilePresented } from '#/test/presented.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

test('theme and language are chosen', async () => {
  const { user, address } = await renderApp('/overview', { account: 'small_marketer' })
  const rail = (await screen.findAllByRole('navigation', { name: 'Main' }))[0]!
  await user.click(within(rail).getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  expect(address()).toBe('/settings')
  await user.click(within(region('Theme')).getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await user.click(within(region('Language')).getByRole('radio', { name: 'Русский' }))
  await screen.findByRole('heading', { name: 'Настройки', level: 1 })
})

test('the access that alerts and reports are made with is told, and ends there', async () => {
  const { user } = await renderApp('/settings', {
    account: 'small_marketer',
    before: ({ write }) => write('PUT', '/api/standing', {}),
  })
  const storedText = () => words(region('Data kept in Callboard'))
  await eventually(() =>
    expect(storedText()).toContain('reads contacts with your access when you are away, since'),
  )
  await user.click(within(region('Data kept in Callboard')).getByRole('button', { name: 'Revoke' }))
  await eventually(() => expect(storedText()).toContain('are paused: you ended'))
})

test('that access is neither ended nor given in a presentation', { tags: 'all' }, async () => {
  const { user, open } = await renderApp('/settings', {
    account: 'small_marketer',
    before: ({ write }) => write('PUT', '/api/standing', {}),
  })
  await screen.findByRole('button', { name: 'Revoke' })
  await whilePresented(async () => {
    open('/settings')
    await eventually(() =>
      expect(words(region('Data kept in Callboard'))).toContain('reads contacts with your access'),
    )
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
  })
  open('/settings')
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  await eventually(() => expect(words(region('Data kept in Callboard'))).toContain('you ended'))
})

test('what was written there is deleted after a question, which then goes away', async () => {
  const note = { day: '2026-11-12', reach: 'client', oid: null, text: 'Prices raised' }
  const { user } = await renderApp('/settings', {
    account: 'small_marketer',
    before: ({ write }) => write('POST', '/api/notes', note),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete notes on the trend' }))
  const question = await screen.findByRole('dialog', { name: 'Delete all notes on the trend?' })
  await user.click(within(question).getByRole('button', { name: 'Delete notes on the trend' }))
  await screen.findByText('The notes on the trend are deleted')
  expect(screen.queryByRole('dialog')).toBeNull()
  await eventually(() =>
    expect(words(region('Data kept in Callboard'))).toContain('has added a note to the trend yet'),
  )
})

test('says that contacts are in memory only where the server is set up so', { tags: 'all' }, async () => {
  await renderApp('/settings', { account: 'small_marketer', kind: 'memory' })
  await eventually(() =>
    expect(words(region('Data kept in Callboard'))).toContain('Nothing is written to disk'),
  )
})

test('one sees and ends one’s own sessions in other browsers', async () => {
  const { user } = await renderApp('/settings', {
    account: 'small_marketer',
    before: async ({ signInElsewhere }) => {
      await signInElsewhere('small_marketer')
      await signInElsewhere('marketer')
    },
  })
  const end = await screen.findByRole('button', { name: /^End the session of/ })
  expect(screen.queryByRole('button', { name: 'Everyone’s' })).toBeNull()
  await user.click(end)
  await eventually(() => expect(screen.queryByRole('button', { name: /^End/ })).toBeNull())
  expect(words(region('My sessions'))).toContain('This browser')
})

test(
  'one signs out of this browser there, which a portal’s frame has no menu for',
  { tags: 'all' },
  async () => {
    const { user } = await renderApp('/settings?embed=1', { account: 'small_marketer' })
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await screen.findByRole('heading', { name: 'Sign in', level: 1 })
  },
)

test('an administrator ends any user’s session', async () => {
  const { user } = await renderApp('/settings', {
    account: 'agency_manager',
    before: ({ signInElsewhere }) => signInElsewhere('marketer'),
  })
  await user.click(await screen.findByRole('button', { name: 'Everyone’s' }))
  await user.click(await screen.findByRole('button', { name: /^End the session of igor@domograd\.ru/ }))
  await eventually(() => expect(words(region('All sessions'))).not.toContain('igor@domograd.ru'))
  expect(words(region('All sessions'))).toContain('This browser')
})

test('fault-offline: no session is ended without a network', { tags: 'all' }, async () => {
  const app = await renderApp('/settings', {
    account: 'small_marketer',
    before: ({ signInElsewhere }) => signInElsewhere('small_marketer'),
  })
  const end = await screen.findByRole('button', { name: /^End the session of/ })
  const back = await goOffline(app)
  await app.user.click(screen.getByRole('button', { name: /^End the session of/, description: NO_NETWORK }))
  expect(app.api.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await back()
  await app.user.click(end)
  await eventually(() => expect(screen.queryByRole('button', { name: /^End/ })).toBeNull())
})

test('several sessions elsewhere are ended at once', { tags: 'all' }, async () => {
  const { user, api } = await renderApp('/settings', {
    account: 'small_marketer',
    before: async ({ signInElsewhere }) => {
      await signInElsewhere('small_marketer')
      await signInElsewhere('small_marketer')
    },
  })
  const endOthers = await screen.findByRole('button', { name: 'End the 2 others' })
  // One has ended by itself since.
  const { sessions } = await api.get<{ sessions: { id: string; is_this: boolean }[] }>('/api/sessions')
  await api.write('DELETE', `/api/sessions/${sessions.find((one) => !one.is_this)!.id}`)
  await user.click(endOthers)
  await screen.findByText('The other sessions are ended')
  await eventually(() => expect(screen.queryByRole('button', { name: /^End/ })).toBeNull())
  expect(words(region('My sessions'))).toContain('This browser')
})

test('what was made is counted, and taken away as a file as it is by then', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
  const app = await renderApp('/settings', { account: 'small_marketer' })
  await screen.findByText(/^Nothing yet\./)
  expect(screen.queryByRole('button', { name: 'Download all as JSON' })).toBeNull()

  const months = { '2026-09': 10, '2026-10': 20.5 }
  const spend = [{ client: null, object: null, source: 'Яндекс', campaign: null, months }]
  await app.api.write('PUT', '/api/preferences', { base_version: 0, preferences: { spend } })
  app.open('/settings')
  await eventually(() => expect(words(region('What you made here'))).toContain('Months of spend2'))
  expect(words(region('What you made here'))).not.toContain('Saved views')

  const saved_views = [{ id: 'v1', name: 'Только целевые', filters: { target_filter: '1' } }]
  await app.api.write('PUT', '/api/preferences', { base_version: 1, preferences: { saved_views } })
  await app.user.click(screen.getByRole('button', { name: 'Download all as JSON' }))
  await eventually(() => expect(files).toHaveLength(1))
  expect(JSON.parse(await files[0]!.text())).toMatchObject({
    account: 'Ольга Лапина',
    spend,
    saved_views,
  })
  expect(words(region('What you made here'))).toContain('Saved views1')
})
