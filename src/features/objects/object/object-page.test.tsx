// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Obj } from '#/contract/object.ts'
import type { SampleAccount } from '#/contract/session.ts'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS } from '#/server/reference/sample/edge-cases/objects.ts'
import { managedClients } from '#/test/api-server.ts'
import { button, region, rowsOf, words } from '#/test/page.ts'
import { pageFaults } from '#/test/page-faults.ts'
import { eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

const start = async (account: SampleAccount, url = '/objects') => {
  const app = await renderApp(url, { account })
  const { objs } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const find = (check: (object: Obj) => unknown): Obj => {
    const found = objs.find(check)
    expect(found, 'an object such as the test needs').toBeDefined()
    return found!
  }
  return { ...app, app, objs, find }
}
const heading = () => words(screen.getByRole('heading', { level: 1 }))
const settled = async () => {
  await screen.findByRole('region', { name: 'Facts' })
  await eventually(() => expect(document.querySelector('main .animate-appear')).toBeNull())
}
const plansOf = ({ api }: RenderedApp) =>
  api.requests
    .flatMap(({ path }) => /\/payment\/plans\/([^?]+)/.exec(path)?.[1] ?? [])
    .map(decodeURIComponent)
const planHeading = (name: string) => within(region('Plan')).queryByRole('heading', { name })

test('a link by alias becomes the link by oid: one entry, one request', async () => {
  const { api, history, address, find } = await start('small_marketer', '/objects?status=3')
  const { oid, alias, title } = find(({ calls_count: count }) => count > 0)
  history.push(`/objects/${alias}?kept=1#plan`)
  await eventually(() => expect(heading()).toBe(title))
  await eventually(() => expect(address()).toMatch(new RegExp(`^/objects/${oid}\\b.*#plan$`)))
  await eventually(() => expect(document.title).toBe(`${title} · Callboard`))
  expect(
    api.requests.map(({ path }) => path).filter((path) => /^\/api\/v2\/objs\/[^/]+$/.test(path)),
  ).toEqual([`/api/v2/objs/${alias}`])
  history.back()
  await eventually(() => expect(address()).toBe('/objects?status=3'))
})

test('a journal by alias becomes the journal by oid, its filters kept', { tags: 'all' }, async () => {
  const { open, address, find } = await start('small_marketer')
  const { oid, alias, title } = find(({ calls_count: count }) => count > 0)
  open(`/objects/${alias}/calls?period=year&target_filter=1`)
  await eventually(() => within(screen.getByRole('table', { name: 'Contacts' })).getAllByRole('link'))
  expect(address()).toBe(`/objects/${oid}/calls?period=year&target_filter=1`)
  button(`Object ${title}`)
})

test('the plan is looked up by the tariff’s name', async () => {
  const { app, api, open, find } = await start('marketer')
  const { oid, tariff } = find((one) => ['Start', 'Business', 'Clinic plus'].includes(one.tariff?.name ?? ''))
  const name = tariff!.name
  const plan = await api.get<Record<'title' | 'name' | 'price', string>>(
    `/api/v1/payment/plans/${encodeURIComponent(name)}`,
  )
  expect(plan.price).toMatch(/^\D/)
  open(`/objects/${oid}`)
  await app.user.click(await screen.findByRole('button', { name: 'Compare line by line' }))
  const listed = () => rowsOf('Plan').map((row) => row['Price list today'])
  expect(listed()).toEqual([
    expect.stringContaining(plan.title),
    plan.price,
    expect.stringMatching(/^[\d,]+$/),
    expect.stringMatching(/^\d+$/),
    expect.stringContaining('does not say'),
  ])
  expect(words(region('Plan'))).toMatch(/the price list (?:now )?(?:asks|has)/i)
  expect(plansOf(app)).toEqual([name])
})

test(
  'a plan that is no longer offered, and one that cannot be looked up, are shown differently',
  { tags: 'all' },
  async () => {
    const { app, api, user, open, find } = await start('marketer')
    const gone = find(({ tariff }) => tariff?.name === 'Plus' || tariff?.name === 'Unlimited')
    open(`/objects/${gone.oid}`)
    await eventually(() => expect(words(region('Plan'))).toContain('This plan is kept for this object'))

    const found = find(({ tariff }) => tariff?.name === 'Start' || tariff?.name === 'Clinic plus')
    api.fault('plan-500')
    open(`/objects/${found.oid}`)
    const failed = () => planHeading('Could not look the plan up')
    await eventually(() => expect(failed()).not.toBeNull())
    expect(words(region('Plan'))).toContain(`for ${found.tariff!.name}: `)
    api.fault()
    await user.click(button('Retry', region('Plan')))
    await screen.findByRole('button', { name: 'Compare line by line' })
    expect(failed()).toBeNull()

    await api.write('DELETE', '/api/session')
    await api.signIn('edge_cases')
    const before = plansOf(app).length
    open(`/objects/${EDGE_CASES_ALIAS}`)
    await settled()
    expect(words(region('Plan'))).toContain('A plan of this name cannot be looked up.')
    expect(plansOf(app)).toHaveLength(before)
  },
)

test('a client that sees statistics only has no settings, not even for a moment', async () => {
  const { api, open } = await renderApp('/clients', { account: 'agency_manager' })
  const clients = await managedClients(api)
  const clientOf = (account: SampleAccount) => {
    const { email } = sampleSignIn(account)
    return clients.find((one) => one.email === email)!.client
  }
  const openOf = async (client: string) => {
    const { objs } = await api.get<{ objs: Obj[] }>(`/api/v2/clients/${client}/objs/`)
    open(`/objects/${objs[0]!.oid}?client=${client}`)
  }
  const settings = ['Tracking script', 'Notifications', 'Forwarding numbers', 'Blocked addresses']
  const contents = () => screen.getByRole('navigation', { name: 'On this page', hidden: true })
  const listed = () =>
    within(contents())
      .getAllByRole('link', { hidden: true })
      .map((link) => words(link).replace(/\d+$/, ''))
  await openOf(clientOf('client'))
  await settled()
  await eventually(() => expect(listed()).toHaveLength(8))
  for (const name of settings) region(name)

  const flashed = new Set<string>()
  const observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h2')) flashed.add(textContent)
  })
  observer.observe(document, { childList: true, subtree: true })
  const release = api.hold(/^\/api\/v2\/agency$/)
  await openOf(clientOf('statistics_only'))
  await eventually(() => expect([...flashed]).toContain('Facts'))
  release()
  await eventually(() => button(/^Client ?Orlov/))
  await settled()
  observer.disconnect()
  for (const name of ['Facts', 'Plan', 'Working hours', 'Custom statuses']) region(name)
  expect(listed()).toEqual(['Facts', 'Plan', 'Working hours', 'Custom statuses'])
  for (const name of settings) {
    expect(screen.queryByRole('region', { name })).toBeNull()
    expect([...flashed]).not.toContain(name)
  }
})

test('the snippet is copied to the letter, and only shown', async () => {
  const { api, user, open, objs } = await start('small_marketer')
  const look = async (object: Obj, isWarned: boolean) => {
    const { obj: answered } = await api.get<{ obj: Obj }>(`/api/v2/objs/${object.oid}`)
    open(`/objects/${object.oid}`)
    const script = await screen.findByRole('region', { name: 'Tracking script' })
    await eventually(() => expect(script.querySelector('pre code')).not.toBeNull())
    expect(script.querySelector('pre')?.textContent).toBe(answered.js_code)
    await user.click(button('Copy snippet', script))
    expect(await navigator.clipboard.readText()).toBe(answered.js_code)
    const warning = within(script).queryByText('The snippet holds characters that cannot be seen')
    expect(warning !== null).toBe(isWarned)
  }
  await look(objs[0]!, false)
  await api.write('DELETE', '/api/session')
  await api.signIn('edge_cases')
  const { objs: odd } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  await look(
    odd.find(({ alias }) => alias === HOSTILE_TITLE_ALIAS)!,
    true,
  )
})

test.each([EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS])(
  'the page of %s survives',
  { tags: 'all' },
  async (alias) => {
    const { user, open } = await start('edge_cases')
    open(`/objects/${alias}`)
    await settled()
    expect(pageFaults()).toEqual([])
    const more = () => screen.queryAllByRole('button', { name: 'Show all' })
    if (alias === HOSTILE_TITLE_ALIAS) expect(more().length).toBeGreaterThan(0)
    while (more().length > 0) await user.click(more()[0]!)
    expect(pageFaults()).toEqual([])
  },
)

test('a link that names a region leads to it, also where it comes later than others', async () => {
  const { api, open } = await renderApp('/clients', { account: 'agency_manager' })
  const { email } = sampleSignIn('client')
  const { client } = (await managedClients(api)).find((one) => one.email === email)!
  const { objs } = await api.get<{ objs: Obj[] }>(`/api/v2/clients/${client}/objs/`)
  location.hash = '#tracking-script'
  onTestFinished(() => {
    location.hash = ''
  })
  const release = api.hold(/^\/api\/v2\/agency$/)
  open(`/objects/${objs[0]!.oid}?client=${client}`)
  await screen.findByRole('region', { name: 'Facts' })
  release()
  await eventually(() => expect(document.activeElement?.id).toBe('tracking-script'))
})

test('Esc leads back to the list, buttons to the journal and to another object', async () => {
  const { app, user, open, address, objs } = await start('client')
  const [one, other] = objs
  open(`/objects/${one!.oid}`)
  await settled()
  await user.click(button(`Object ${one!.title}`))
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${other!.title}`) }))
  await eventually(() => expect(heading()).toBe(other!.title))
  expect(address()).toBe(`/objects/${other!.oid}`)
  await user.click(screen.getByRole('link', { name: 'Open journal' }))
  await screen.findByRole('table', { name: 'Contacts' })
  expect(address()).toBe(`/objects/${other!.oid}/calls`)
  app.history.back()
  await eventually(() => expect(heading()).toBe(other!.title))
  await user.keyboard('{Escape}')
  await eventually(() => expect(address()).toBe('/objects'))
})

test(
  'Back goes to the list’s own place; with a modifier it is a link as any other',
  { tags: 'all' },
  async () => {
    const { app, user, objs } = await start('client')
    await user.click(await screen.findByRole('link', { name: objs[0]!.title }))
    await settled()
    const back = () => within(screen.getByRole('main')).getByRole('link', { name: 'Objects' })
    const left: boolean[] = []
    const watch = (event: MouseEvent) => {
      left.push(event.defaultPrevented)
      event.preventDefault()
    }
    window.addEventListener('click', watch)
    for (const held of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) fireEvent.click(back(), { [held]: true })
    window.removeEventListener('click', watch)
    expect(left).toEqual([false, false, false, false])
    const { length } = app.history
    fireEvent.click(back())
    await screen.findByRole('table', { name: 'Objects' })
    expect(app.history.length).toBe(length)
  },
)

test('an object that is not there, a service that fails, and data that grow old', async () => {
  const { api, user, open, address, objs } = await start('small_marketer')
  for (const oid of ['no-such-object', 'x'.repeat(129), '%5C']) {
    open(`/objects/${oid}`)
    await screen.findByRole('heading', { name: 'There is no such object', level: 1 })
  }
  await user.click(screen.getByRole('link', { name: 'All objects' }))
  await eventually(() => expect(address()).toBe('/objects'))

  const { oid, title } = objs[0]!
  api.fault('object-500')
  open(`/objects/${oid}`)
  await screen.findByRole('heading', { name: 'Could not load this page', level: 1 })
  api.fault()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await eventually(() => expect(heading()).toBe(title))

  api.fault('object-500')
  vi.setSystemTime(Date.now() + 60_000)
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await screen.findByText(/could not refresh/)
  expect(heading()).toBe(title)
  region('Facts')
  api.fault()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await eventually(() => expect(screen.queryByText(/could not refresh/)).toBeNull())
  // The pressed button is gone.
  await eventually(() => expect(document.activeElement).toBe(document.getElementById('main')))
})
