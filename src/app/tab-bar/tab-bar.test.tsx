// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#/test/render-app.tsx'

test('on a phone the tab bar leads everywhere, also where a client has to be chosen first', async () => {
  const { user, address } = await renderApp('/clients', { account: 'agency_manager', phone: true })
  const bar = await screen.findByRole('navigation', { name: 'Main' })
  const tabs = within(bar)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
  expect(tabs).toEqual(['Overview', 'Missed callers', 'Journal', 'Clients'])
  await user.click(within(bar).getByRole('link', { name: 'Missed callers' }))
  await screen.findByRole('heading', { name: 'Choose a client first' })
  expect(address()).toBe('/call-back')
})

test('what stands at the top of a phone’s screen is behind More too, and does the same', async () => {
  const { user } = await renderApp('/calls', { account: 'small_marketer', phone: true })
  const more = async (group: string | null) => {
    await user.click(within(await screen.findByRole('navigation', { name: 'Main' })).getByText('More'))
    const menu = await screen.findByRole('menu', { name: 'More' })
    return group === null ? menu : within(menu).getByRole('group', { name: group })
  }
  const names = (within_: HTMLElement) =>
    within(within_)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
  await screen.findByRole('button', { name: 'Play all' })
  expect(names(await more('On this page'))).toEqual(['Filters', 'Period Month', 'Play all', 'Export'])
  await user.click(screen.getByRole('menuitem', { name: 'Export' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))

  expect(names(await more(null))).toContain('Go to')
  await user.click(screen.getByRole('menuitem', { name: 'Go to' }))
  await user.click(await screen.findByRole('option', { name: /^Overview/ }))
  await screen.findByRole('heading', { name: 'Overview' })
  expect(names(await more('On this page'))).toEqual([
    'Period Last 30 days',
    expect.stringMatching(/^Compared with /),
    'Share',
    'Report',
    'Overview menu',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Overview menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Arrange the overview' }))
  await screen.findByRole('dialog', { name: 'Arrange the overview' })
})

test('where nothing is offered above, More has pages and what the header has', async () => {
  const { user } = await renderApp('/settings', { account: 'small_marketer', phone: true })
  await user.click(within(await screen.findByRole('navigation', { name: 'Main' })).getByText('More'))
  const menu = await screen.findByRole('menu', { name: 'More' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual(['Alerts', 'Settings', 'Go to'])
})
