// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openJournal } from '#/test/screens/journal.ts'
import { button, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const VIEW = { id: 'missed ones', name: 'Missed ones', filters: { period: 'week', status_filter: 'missed' } }

test('the menu of a view opens a report of it and an alert on it, filled in', async () => {
  const { user, address, history } = await openJournal('/calls', {
    account: 'small_marketer',
    before: (api) =>
      api.write('PUT', '/api/preferences', { base_version: 0, preferences: { saved_views: [VIEW] } }),
  })
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  await user.click(await views.findByRole('link', { name: 'Missed ones' }))
  const act = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'View Missed ones: actions' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await act('Email this view…')
  const report = await screen.findByRole('dialog', { name: 'New report' })
  const sent = within(report).getByLabelText<HTMLSelectElement>('What is sent')
  await eventually(() => expect(words(sent.selectedOptions[0])).toBe('Missed ones'))
  await user.click(button('Cancel', report))
  await eventually(() => expect(address()).toBe('/alerts'))

  history.back()
  await act('Alert on this view…')
  expect(words(await screen.findByRole('dialog', { name: 'New alert' }))).toContain('missed rate')
})

test('an address that names no kind of alert opens the page, and no dialog', async () => {
  await renderApp('/alerts?alert=nonsense&object=1', { account: 'small_marketer' })
  await screen.findByRole('region', { name: 'Alerts' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
