// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventually, renderApp } from '#/test/render-app.tsx'

test('a marketer has no clients, and the page of clients says so and leads home', async () => {
  const app = await renderApp('/clients', { account: 'small_marketer' })
  await screen.findByRole('heading', { level: 1, name: 'Only agency managers have clients' })
  expect(app.address()).toBe('/clients')
  expect(document.title).toBe('Only agency managers have clients · Callboard')
  expect(screen.queryAllByRole('link', { name: 'Clients' })).toEqual([])
  expect(screen.queryAllByRole('button', { name: /^Client ?(none|[A-Z])/ })).toEqual([])
  expect(app.api.requests.map(({ path }) => path)).not.toContain('/api/v2/agency')
  await app.user.click(within(screen.getByRole('main')).getByRole('link'))
  await eventually(() => expect(app.address()).toBe('/calls'))
  await expect(app.api.get('/api/v2/agency')).rejects.toThrow(/403.*access_denied/s)
})
