/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { clientNamed, managedClients } from '#/test/api-server.ts'
import { button, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const NAME = 'Sever Group'

const start = async () => {
  const app = await renderApp('/no-such-page', { account: 'agency_manager' })
  return { app, client: await clientNamed(app.api, NAME) }
}

const links = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not([href^="/api/"])')].map((anchor) => ({
    path: anchor.pathname,
    client: new URL(anchor.href).searchParams.get('client'),
    // Of what needs attention: "Company: an issue", also "Company · object: an issue".
    isOfClient:
      anchor.closest('table[aria-label="Clients"]') !== null ||
      words(anchor.closest('section')?.querySelector('h2') ?? null) === 'Needs attention',
    company: words(anchor).split(/ · |: /)[0],
  }))

test('every link of every page keeps the client, and those of the clients lead to their own', async () => {
  const { app, client } = await start()
  const clients = await managedClients(app.api)
  const { calls } = await app.api.get<{ calls: { id: number; obj_oid: string }[] }>(
    `/api/v2/clients/${client}/calls?period=year`,
  )
  const { id, obj_oid: oid } = calls[0]!
  const contact = 'table[aria-label="Contacts"] a[href*="/calls/"]'
  for (const [path, ready, least] of [
    ['/calls?period=year', contact, 20],
    [`/objects/${oid}/calls?period=year`, contact, 10],
    [`/objects/${oid}/calls/${id}`, 'main li[aria-current]', 5],
    ['/objects', 'a[data-to="object"]', 12],
    ['/objects?status=5', 'main h2', 8],
    [`/objects/${oid}`, 'main header h1', 4],
    ['/clients', 'table[aria-label="Clients"] a', 10],
    ['/no-such-page', 'main h1', 4],
  ] as const) {
    app.open(`${path}${path.includes('?') ? '&' : '?'}client=${client}`)
    await eventually(() => expect(document.querySelector(ready), path).not.toBeNull())
    await eventually(() => expect(links().length, path).toBeGreaterThanOrEqual(least))
    expect(links().filter((link) => !link.isOfClient && link.client !== client)).toEqual([])
    const own = links().filter(({ isOfClient }) => isOfClient)
    if (path !== '/clients') continue
    expect(own.length).toBeGreaterThan(5)
    for (const { company, client: led } of own)
      expect(led, company).toBe(clients.find(({ company_name: name }) => name === company)?.client)
  }
})

test('the client goes along into a new tab, through the start page and through sign-in', async () => {
  const { app, client } = await start()
  app.open(`/calls?client=${client}&period=day`)
  await eventually(() =>
    expect(document.querySelector('table[aria-label="Contacts"] a[href*="/calls/"]')).not.toBeNull(),
  )
  const contact = document.querySelector('table[aria-label="Contacts"] a[href*="/calls/"]')!
  // New tabs have only the address.
  app.open(contact.getAttribute('href')!)
  await screen.findByRole('region', { name: 'CRM deal' })
  await eventually(() => button(`Client ${NAME}`))
  await eventually(() => expect(document.title).toMatch(new RegExp(` · ${NAME} · Callboard$`)))

  app.open(`/?client=${client}`)
  await eventually(() => expect(app.address()).toBe(`/overview?client=${client}`))
  await app.user.click((await screen.findAllByRole('link', { name: 'Callboard' }))[0]!)
  await eventually(() => expect(app.address()).toBe(`/overview?client=${client}`))

  await app.api.write('DELETE', '/api/session')
  app.open(`/objects?client=${client}&status=1`)
  await screen.findByRole('heading', { name: 'Sign in' })
  const { email, password } = sampleSignIn('agency_manager')
  await app.user.type(screen.getByLabelText('Email', { selector: 'input' }), email)
  await app.user.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)
  await eventually(() => button(`Client ${NAME}`))
  expect(app.address()).toMatch(/^\/objects\?/)
  expect(app.search().get('client')).toBe(client)
  expect(app.search().get('status')).toBe('1')
})

test('who has no clients is not led astray by a client in the address', async () => {
  await renderApp('/calls?client=2&period=year', { account: 'small_marketer' })
  await eventually(() =>
    expect(document.querySelector('table[aria-label="Contacts"] a[href*="/calls/"]')).not.toBeNull(),
  )
  expect(screen.queryByRole('button', { name: /^Client/ })).toBeNull()
})
