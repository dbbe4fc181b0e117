// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainMenu } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const REFUSED = 'not open to your account'
const marked = () =>
  within(mainMenu())
    .queryAllByText(REFUSED)
    .map((mark) => mark.closest('a')?.getAttribute('href'))

test('fault-403: what the service refuses an account is marked in the navigation, and opens all the same', async () => {
  const { api, user, open } = await renderApp('/settings', { account: 'marketer', faults: ['data-403'] })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(marked()).toEqual([])
  open('/objects')
  await screen.findByText(/Your account can’t see this/)
  await eventually(() => expect(marked()).toEqual(['/overview', '/call-back', '/calls', '/objects']))
  api.fault()
  await user.click(within(mainMenu()).getByRole('link', { name: /^Journal/ }))
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(marked()).toEqual(['/objects']))
})

test('an agency’s clients that are refused are marked whichever client is chosen', async () => {
  await renderApp('/clients', { account: 'agency_manager', faults: ['data-403'] })
  await eventually(() => expect(marked()).toContain('/clients'))
})
