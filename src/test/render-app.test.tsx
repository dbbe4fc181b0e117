// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from './render-app.tsx'

test('shows what the service answers to the account that is signed in', async () => {
  const app = await renderApp('/objects', { account: 'client' })
  const { objs } = await app.api.get<{ objs: { title: string }[] }>('/api/v2/objs/')
  expect(objs.length).toBeGreaterThan(0)
  for (const { title } of objs) await screen.findByRole('link', { name: title })
  expect(app.address()).toBe('/objects')
  expect(app.api.requests.map(({ path }) => path)).toContain('/api/v2/objs/')
})

test('leads a user who is not signed in to the sign-in page and back', async () => {
  const app = await renderApp('/objects', { account: null, locale: 'ru' })
  await screen.findByRole('button', { name: 'Войти' })
  expect(app.search().get('next')).toBe('/objects')
})

test('a fault of the service reaches the page, and goes', async () => {
  const app = await renderApp('/objects', { account: 'marketer', faults: ['objects-500'] })
  const again = await screen.findByRole('button', { name: 'Retry' })
  app.api.fault()
  await app.user.click(again)
  await screen.findByRole('table', { name: 'Objects' })
})

test('what a test writes is its own', async () => {
  const { api } = await renderApp('/objects', { account: 'client' })
  const before = await api.get<{ version: number }>('/api/preferences')
  expect(before.version).toBe(0)
  const body = { base_version: 0, preferences: { saved_views: [{ id: 'a', name: 'A', filters: {} }] } }
  expect(await api.write('PUT', '/api/preferences', body)).toMatchObject({ version: 1 })
})

test('the overview counts what the service answers', async () => {
  const app = await renderApp('/overview?period=last_7_days', { account: 'client' })
  const { meta } = await app.api.get<{ meta: { pagination: { total_objects: number } } }>(
    '/api/v2/calls?period=custom&date_from=2026-11-14&date_to=2026-11-20',
  )
  const { total_objects: total } = meta.pagination
  expect(total).toBeGreaterThan(0)
  await screen.findByText(`All ${total} contacts loaded`)
  const channels = await screen.findByRole('region', { name: 'Channels' })
  await within(channels).findAllByRole('button')
})
