// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PreferencesAnswer } from '#/contract/preferences.ts'
import { clientNamed, type ApiServer } from '#/test/api-server.ts'
import { button, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

test('what is pinned on one computer is pinned on the other, and a change keeps what the other has saved', async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  const { api, user } = app
  const listed = () =>
    [...screen.getByRole('table', { name: 'Clients' }).querySelectorAll('a')].map(words).filter(Boolean)
  const saves = () =>
    api.requests.filter(({ method, path }) => method === 'PUT' && path === '/api/preferences')
  await screen.findByRole('table', { name: 'Clients' })
  await eventually(() => expect(listed().length).toBeGreaterThan(5))
  const last = listed().at(-1)!

  await user.click(button(`Pin ${last}`))
  await user.click(button('Pin Stoma Plus'))
  await eventually(() => button('Unpin Stoma Plus'))
  await eventually(() => expect(saves()).toHaveLength(2))
  expect(listed()[1]).toBe(last)
  button(`Unpin ${last}`)
  await user.click(button('Client none'))
  const options = await screen.findAllByRole('option')
  expect(words(options[1])).toContain(last)
  // This page doesn't know the other's change.
  const { version, preferences } = await api.get<PreferencesAnswer>('/api/preferences')
  const sever = await clientNamed(api, 'Sever Group')
  const clients = [...preferences.pins!.clients!, sever]
  await api.write('PUT', '/api/preferences', { base_version: version, preferences: { pins: { clients } } })
  await user.click(button('Unpin Stoma Plus'))
  button('Pin Stoma Plus')
  await eventually(() => button('Unpin Sever Group'))
  button(`Unpin ${last}`)
  await eventually(async () =>
    expect(await api.get('/api/preferences')).toMatchObject({
      preferences: { pins: { clients: [await clientNamed(api, last), sever] } },
    }),
  )
})

test('preferences that cannot be read are told, and one starts anew', async () => {
  const pinned = async (api: ApiServer) => ({ pins: { clients: [await clientNamed(api, 'Sever Group')] } })
  const app = await renderApp('/clients', {
    account: 'agency_manager',
    before: async (api) => {
      const preferences = await pinned(api)
      await api.write('PUT', '/api/preferences', { base_version: 0, preferences })
      await api.spoilPreferences()
    },
  })
  await screen.findByText(
    /^Your saved views and settings could not be read\. The server has kept them aside; you start anew/,
  )
  await app.user.click(await eventually(() => button('Pin Sever Group')))
  await eventually(async () =>
    expect(await app.api.get('/api/preferences')).toMatchObject({ preferences: await pinned(app.api) }),
  )
})

test('what cannot be saved is reported, and the list is sorted all the same', async () => {
  const app = await renderApp('/objects', { account: 'client' })
  const header = () => screen.getByRole('columnheader', { name: 'Numbers' })
  const list = async () => {
    await screen.findByRole('table', { name: 'Objects' })
    await eventually(() => expect(document.querySelector('a[data-to="object"]')).not.toBeNull())
  }
  await list()
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  await app.user.click(within(header()).getByRole('button'))
  await screen.findByText(/^Not saved\./)
  expect(header().ariaSort).toBe('descending')
  network.mockRestore()
  app.open('/objects')
  await list()
  expect(header().ariaSort).toBeNull()
})
