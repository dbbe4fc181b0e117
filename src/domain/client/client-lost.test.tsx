/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { m } from '#/i18n/paraglide/messages.js'
import { clientSearch, listedClients, findContacts, findSwitcher, switchTo } from '#/test/screens/agency.ts'
import { button, mainMenu, words } from '#/test/page.ts'
import { allowConsole, eventually, renderApp } from '#/test/render-app.tsx'

const openLosable = async () => {
  allowConsole(/status of 403/)
  const app = await renderApp('/clients', { account: 'agency_manager' })
  const [lost, other] = await listedClients(app.api)
  const { client, company_name: name } = lost!
  const { calls } = await app.api.get<{ calls: { id: number; obj_oid: string }[] }>(
    `/api/v2/clients/${client}/calls?period=year`,
  )
  return {
    ...app,
    app,
    client,
    name,
    other: other!.company_name,
    contact: calls[0]!,
    openJournal: async () => {
      app.open(`/calls?client=${client}&period=year`)
      await findContacts()
    },
    /** Removes the client from the agency, with our server's knowledge. */
    withdraw: async () => {
      app.api.fault('agency-loses-client')
      await listedClients(app.api)
    },
  }
}

const findDeal = () => screen.findByRole('region', { name: 'CRM deal' })
const findObjects = () =>
  eventually(() => expect(document.querySelector('table a[data-to="object"]')).not.toBeNull())

const expectLost = async (name: string) => {
  await screen.findByRole('heading', { name: m.client_lost_title({ name }) })
  for (const role of ['table', 'region', 'dialog']) expect(screen.queryByRole(role), role).toBeNull()
  await findSwitcher('none')
  expect(screen.queryByRole('button', { name: /^Object / })).toBeNull()
  expect(document.title).not.toContain(name)
  // Title, reason and links.
  const main = screen.getByRole('main')
  const left = words(main).replace(words(within(main).getByRole('heading', { level: 1 })), '')
  expect(left).toBe(
    [m.client_lost_title({ name }), m.client_lost_text(), m.choose_client(), m.check_again()].join(''),
  )
}

test('a client that the agency has lost is gone from every page with what the page asks by itself', async () => {
  const { app, client, name, contact, withdraw } = await openLosable()
  const { obj_oid: oid, id } = contact
  const places: readonly (readonly [path: string, ready: () => Promise<unknown>])[] = [
    ['/calls?period=year', findContacts],
    [`/objects/${oid}/calls?period=year`, findContacts],
    [`/objects/${oid}/calls/${String(id)}`, findDeal],
    ['/objects', findObjects],
    [`/objects/${oid}`, () => screen.findByRole('region', { name: 'Facts' })],
  ]
  for (const [path, ready] of places) {
    app.api.fault()
    await listedClients(app.api)
    app.open(`${path}${path.includes('?') ? '&' : '?'}client=${client}`)
    await ready()
    await findSwitcher(name)
    expect(document.title).toContain(` · ${name} · Callboard`)
    await withdraw()
    // Returning to the tab revalidates.
    vi.setSystemTime(Date.now() + 90_000)
    dispatchEvent(new Event('visibilitychange'))
    await expectLost(name)
  }
})

test('fault-403-client: a client that the agency has lost is gone at once, also from the way back, until it is given back', async () => {
  const { app, user, history, client, name, other, openJournal, withdraw } = await openLosable()
  await openJournal()
  await user.click(within(mainMenu()).getByRole('link', { name: 'Objects' }))
  await findObjects()
  await withdraw()
  await user.click(screen.getByRole('link', { name: /^Pending/ }))
  await expectLost(name)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  history.back()
  await expectLost(name)
  history.back()
  await expectLost(name)

  await user.click(await findSwitcher('none'))
  await user.type(await clientSearch(), name)
  await screen.findByText('No client with this name or email')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('link', { name: 'Choose a client' }))
  await eventually(() => expect(app.address()).toBe('/clients'))
  await screen.findByRole('link', { name: other })
  expect(screen.queryByRole('link', { name })).toBeNull()
  await switchTo(user, other)
  await findSwitcher(other)

  app.open(`/calls?client=${client}`)
  const unknown = { name: 'You do not have access to this client' }
  await screen.findByRole('heading', unknown)
  await user.click(button('Check again'))
  await eventually(() => expect(button('Check again').getAttribute('aria-disabled')).not.toBe('true'))
  screen.getByRole('heading', unknown)
  app.api.fault()
  await user.click(button('Check again'))
  await findContacts()
  await findSwitcher(name)
})

test('choosing another client than a lost one keeps the period', async () => {
  const { app, user, name, client, withdraw } = await openLosable()
  app.open(`/calls?client=${client}&period=custom&date_from=2026-11-02&date_to=2026-11-12`)
  await findContacts()
  await withdraw()
  await user.click(screen.getByRole('checkbox', { name: 'Target only' }))
  await expectLost(name)
  await user.click(screen.getByRole('link', { name: 'Choose a client' }))
  await eventually(() => expect(app.address()).toBe('/clients?date_from=2026-11-02&date_to=2026-11-12'))
})

test('fault-403-client: what is still being loaded of a lost client is stopped', async () => {
  const { app, user, name, openJournal, withdraw } = await openLosable()
  await openJournal()
  const release = app.api.hold(/\/calls$/)
  await user.click(screen.getByRole('checkbox', { name: 'Target only' }))
  await eventually(() => expect(app.api.requests.at(-1)?.query.get('target_filter')).toBe('1'))
  expect(app.queryClient.isFetching()).toBeGreaterThan(0)
  await withdraw()
  await user.click(button('Object all'))
  await expectLost(name)
  await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
  release()
})

test('an export that is refused for its client takes the page with it', async () => {
  const { user, name, openJournal, withdraw } = await openLosable()
  await openJournal()
  await user.click(button('Export'))
  await screen.findByRole('button', { name: 'Start export' })
  await withdraw()
  await user.click(button('Start export'))
  await expectLost(name)
})
