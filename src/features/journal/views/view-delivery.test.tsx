// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openJournal } from '#/test/screens/journal.ts'
import { button, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const MISSED = {
  id: 'missed ones',
  name: 'Missed ones',
  filters: { period: 'week', status_filter: 'missed' },
}
const TARGET = { id: 'target ones', name: 'Target ones', filters: { period: 'week', target_filter: '1' } }

const openView = async (view: typeof MISSED | typeof TARGET) => {
  const app = await openJournal('/calls', {
    account: 'small_marketer',
    before: (api) =>
      api.write('PUT', '/api/preferences', { base_version: 0, preferences: { saved_views: [view] } }),
  })
  const { user } = app
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  await user.click(await views.findByRole('link', { name: view.name }))
  const act = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: `View ${view.name}: actions` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...app, act }
}

test('the menu of a view opens a report of it and an alert on it, filled in', async () => {
  const { user, address, history, act } = await openView(MISSED)
  await act('Email this view…')
  const report = await screen.findByRole('dialog', { name: 'New report' })
  const sent = within(report).getByLabelText<HTMLSelectElement>('What is sent')
  await eventually(() => expect(words(sent.selectedOptions[0])).toBe('Missed ones'))
  await user.click(button('Cancel', report))
  await eventually(() => expect(address()).toBe('/alerts'))

  history.back()
  await act('Alert on this view…')
  const alert = await screen.findByRole('dialog', { name: 'New alert' })
  expect(words(alert)).toContain('missed rate')
  expect(words(alert)).not.toContain('filters')
})

test('a report that is saved after its page was left leads nowhere', { tags: 'all' }, async () => {
  const { api, user, address, history, queryClient, act } = await openView(MISSED)
  await act('Email this view…')
  const report = await screen.findByRole('dialog', { name: 'New report' })
  const release = api.hold(/\/reports$/)
  await user.click(button('Create report', report))
  history.back()
  await eventually(() => expect(address()).toMatch(/^\/calls/))
  release()
  await eventually(() => expect(queryClient.isMutating()).toBe(0))
  expect(address()).toMatch(/^\/calls/)
})

test('says in an alert on a view that its filters don’t apply', { tags: 'all' }, async () => {
  const { act } = await openView(TARGET)
  await act('Alert on this view…')
  const alert = await screen.findByRole('dialog', { name: 'New alert' })
  await within(alert).findByText('Alerts count all contacts: the filters of “Target ones” don’t apply.')
})

test('an address that names no kind of alert opens the page, and no dialog', async () => {
  await renderApp('/alerts?alert=nonsense&object=1', { account: 'small_marketer' })
  await screen.findByRole('region', { name: 'Alerts' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
