// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import { EDGE_CASES_ALIAS, HOSTILE_EMAIL_ALIAS } from '#/server/reference/sample/edge-cases/objects.ts'
import { clientNamed, managedClients, type ApiServer } from '#/test/api-server.ts'
import { button, region, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const objectsOf = async (api: ApiServer, client = '') =>
  (await api.get<{ objs: Obj[] }>(`/api/v2${client}/objs/`)).objs
const ordinary = async (api: ApiServer, client = '') => {
  const object = (await objectsOf(api, client)).find(({ calls_count }) => calls_count > 0)!
  const { calls } = await api.get<{ calls: ListedCall[] }>(
    `/api/v2${client}/objs/${object.oid}/calls?period=all`,
  )
  return { object, newest: calls[0]! }
}
const notifications = () => region('Notifications')
const frame = () => notifications().querySelector('iframe')
const show = async () => {
  await screen.findByRole('region', { name: 'Notifications' })
  button('Show preview', notifications()).click()
}

test('an object’s notifications, and the preview filled from its newest contact', async () => {
  const app = await renderApp('/objects', { account: 'small_marketer' })
  const { object, newest } = await ordinary(app.api)
  app.open(`/objects/${object.oid}`)
  await screen.findByRole('region', { name: 'Notifications' })
  const inside = within(notifications())
  inside.getByText('read only')
  expect(words(notifications())).toMatch(
    object.email_notification_enabled &&
      object.email_notification.obj_email_notify_config.is_enabled !== false
      ? /Emails about (?:all contacts|missed calls only) go to /
      : /Emails about contacts are switched off; they would go to /,
  )
  for (const recipient of object.email_notification.obj_email_notify_config.recipients.split('\n'))
    expect(inside.getByRole('link', { name: recipient }).getAttribute('href')).toBe(`mailto:${recipient}`)
  await app.user.click(button('Templates and settings', notifications()))
  expect(notifications().querySelector('pre')?.textContent).toContain('<h2>%НАЗВАНИЕ_ОБЪЕКТА%</h2>')

  expect(frame()).toBeNull()
  await show()
  await eventually(() => expect(frame()).not.toBeNull())
  expect(frame()?.getAttribute('sandbox')).toBe('')
  expect(frame()?.getAttribute('src')).toBe(
    `/api/notification-preview/${object.oid}?contact=${String(newest.id)}&lang=en`,
  )
  expect(words(notifications())).toContain(newest.phone_number_from)
  const from = within(notifications()).getByRole('link', { name: /^Filled from the newest contact, / })
  expect(from.getAttribute('href')).toBe(`/objects/${object.oid}/calls/${String(newest.id)}`)
})

test('settings in another shape are explained in words, and a template with unknown names is filled from a sample', async () => {
  const app = await renderApp('/objects', { account: 'edge_cases' })
  const objects = await objectsOf(app.api)
  const oidOf = (alias: string) => objects.find((object) => object.alias === alias)!.oid
  app.open(`/objects/${oidOf(EDGE_CASES_ALIAS)}`)
  await screen.findByRole('region', { name: 'Notifications' })
  expect(words(notifications())).toContain('The service gives no email settings for this object')
  expect(within(notifications()).queryByRole('button', { name: 'Show preview' })).toBeNull()
  expect(frame()).toBeNull()

  app.open(`/objects/${oidOf(HOSTILE_EMAIL_ALIAS)}`)
  await show()
  await eventually(() => expect(frame()?.getAttribute('src')).toContain('contact=sample'))
  expect(words(notifications())).toContain('Filled from a sample')
  within(notifications()).getByText('These placeholders are not known:')
})

test('contacts that do not load leave a way back', async () => {
  const app = await renderApp('/objects', { account: 'small_marketer', faults: ['calls-500'] })
  const [object] = await objectsOf(app.api)
  app.open(`/objects/${object!.oid}`)
  await show()
  const again = await eventually(() => button('Retry', notifications()))
  expect(frame()).toBeNull()
  app.api.fault()
  await app.user.click(again)
  await eventually(() => expect(frame()).not.toBeNull())
})

test('an agency manager sees the preview of a client’s object, of one with hidden fields a sample', async () => {
  const app = await renderApp('/no-such-page', { account: 'agency_manager' })
  const client = await clientNamed(app.api, 'Sever Group')
  const { object, newest } = await ordinary(app.api, `/clients/${client}`)
  app.open(`/objects/${object.oid}?client=${client}`)
  await show()
  await eventually(() => expect(frame()?.getAttribute('src')).toContain(`contact=${String(newest.id)}`))
  expect(frame()?.getAttribute('src')).toMatch(
    new RegExp(`^/api/clients/${client}/notification-preview/${object.oid}\\?`),
  )
  const from = within(notifications()).getByRole('link', { name: /^Filled from the newest contact, / })
  expect(from.getAttribute('href')).toBe(`/objects/${object.oid}/calls/${String(newest.id)}?client=${client}`)

  const { client: hiding } = (await managedClients(app.api)).find(
    ({ hidden_fields }) => hidden_fields !== null,
  )!
  const [hidden] = await objectsOf(app.api, `/clients/${hiding}`)
  const requestCount = app.api.requests.length
  app.open(`/objects/${hidden!.oid}?client=${hiding}`)
  await show()
  await eventually(() => expect(frame()?.getAttribute('src')).toContain('contact=sample'))
  expect(words(notifications())).toContain('Filled from a sample: parts of this client’s contacts are hidden')
  // Only the request for the time zone, once.
  const lists = app.api.requests.slice(requestCount).filter(({ path }) => path.endsWith('/calls'))
  expect(lists.map(({ query }) => query.get('order_way'))).toEqual(['DESC'])
})

test('the preview speaks the language of the page', async () => {
  const app = await renderApp('/objects', { account: 'small_marketer', locale: 'ru' })
  const { object } = await ordinary(app.api)
  app.open(`/objects/${object.oid}`)
  await app.user.click(await screen.findByRole('button', { name: 'Показать письмо' }))
  await screen.findByRole('link', { name: /^По последнему обращению, / })
  expect(region('Уведомления').querySelector('iframe')?.getAttribute('src')).toMatch(/lang=ru$/)
})
