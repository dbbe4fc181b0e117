// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, region, words } from '#/test/page.ts'
import { leaveFewClients } from './few-clients-testing.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const bar = () => region('Client comparison')

test('a client is not shown as final when days could not be read', { tags: 'all' }, async () => {
  const app = await renderApp('/clients', {
    account: 'agency_manager',
    faults: ['calls-page-3-fails'],
    before: leaveFewClients,
  })
  const { api, user } = app
  await screen.findByRole('link', { name: 'Sever Group' })
  await user.type(screen.getByRole('searchbox'), 'sever group')
  await eventually(() => expect(words(bar())).toContain('1 client incomplete'))
  const incomplete = { name: /^Contacts \d+, incomplete$/ }
  await user.click(screen.getAllByRole('button', incomplete)[0]!)
  const receipt = await screen.findByRole('dialog', { name: 'Receipt' })
  expect(words(receipt)).toMatch(/Couldn’t read .+2026: contacts of these days are missing/)

  api.fault()
  await user.click(button('Retry', receipt))
  await eventually(() => expect(screen.queryAllByRole('button', incomplete)).toEqual([]))
  expect(words(bar())).not.toContain('incomplete')
})
