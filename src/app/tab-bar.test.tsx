// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#/test/render-app.tsx'

test('on a phone the tab bar leads everywhere, also where a client has to be chosen first', async () => {
  const { user, address } = await renderApp('/clients', { account: 'agency_manager', phone: true })
  const bar = await screen.findByRole('navigation', { name: 'Main' })
  await user.click(within(bar).getByRole('link', { name: 'Call back' }))
  await screen.findByRole('heading', { name: 'Choose a client first' })
  expect(address()).toBe('/call-back')
})
