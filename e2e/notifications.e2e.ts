import type { Page } from '@playwright/test'
import type { ClientRead } from '#/contract/agency.ts'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import { EDGE_CASES_ALIAS, HOSTILE_EMAIL_ALIAS } from '#/server/reference/sample/edge-cases/objects.ts'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const preview = (page: Page) => region(page).frameLocator('iframe')
const show = (page: Page) => region(page).getByRole('button', { name: 'Show preview' }).click()

const objectsOf = async (page: Page, client = '') =>
  (await asked<{ objs: Obj[] }>(page, `${client}/objs/`)).objs
const oidOf = async (page: Page, alias: string) =>
  (await objectsOf(page)).find((object) => object.alias === alias)!.oid

/** An object and its newest contact. */
const ordinary = async (page: Page, client = '') => {
  const object = (await objectsOf(page, client)).find(({ calls_count }) => calls_count > 0)!
  const { calls } = await asked<{ calls: ListedCall[] }>(
    page,
    `${client}/objs/${object.oid}/calls?period=all`,
  )
  return { object, newest: calls[0]! }
}

test('an object’s notifications, and the preview filled from its newest contact', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  const { object, newest } = await ordinary(page)
  const config = object.email_notification.obj_email_notify_config
  await page.goto(`/objects/${object.oid}`)
  await expect(region(page)).toContainText('Read-only: the API documents no way to change notifications.')
  for (const recipient of config.recipients.split('\n'))
    await expect(region(page).getByRole('link', { name: recipient })).toHaveAttribute(
      'href',
      `mailto:${recipient}`,
    )
  await expect(region(page).locator('pre')).toContainText('<h2>%НАЗВАНИЕ_ОБЪЕКТА%</h2>')

  const frame = region(page).locator('iframe')
  await expect(frame).toHaveCount(0)
  await show(page)
  await expect(frame).toHaveAttribute('sandbox', '')
  await expect(preview(page).getByRole('heading', { name: object.title })).toBeVisible()
  await expect(preview(page).locator('body')).toContainText(newest.phone_number_from)
  await expect(preview(page).locator('body')).toContainText(newest.source?.title ?? '–')
  await expect(preview(page).locator('body')).not.toContainText('%')
  await expect(region(page).getByText(newest.phone_number_from).first()).toBeVisible()
  const from = region(page).getByRole('link', { name: /^Filled from the newest contact, / })
  await expect(from).toHaveAttribute('href', `/objects/${object.oid}/calls/${newest.id}`)

  const width = () => frame.evaluate((element) => element.clientWidth)
  const wide = await width()
  await region(page).getByRole('button', { name: 'Phone', exact: true }).click()
  expect(await width()).toBeLessThan(wide)
  await expect(preview(page).getByRole('heading', { name: object.title })).toBeVisible()
})

test('email-preview-inert', async ({ page, context, allowConsole, baseURL }) => {
  // What the browser says when it refuses something of the frame.
  allowConsole(/evil\.example|sandboxed|Content Security Policy|^policy: /)
  const left: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL && !request.url().startsWith('data:'))
      left.push(request.url())
  })
  // Refused in the page, before anything is sent.
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason === 'csp' || reason === 'origin') left.splice(left.indexOf(request.url()), 1)
  })
  await signInByRequest(page, 'edge')
  const oid = await oidOf(page, HOSTILE_EMAIL_ALIAS)
  await page.goto(`/objects/${oid}`)
  await show(page)
  await expect(preview(page).getByRole('link', { name: 'Просто ссылка' })).toBeVisible()
  await expect(region(page)).toContainText('Filled from a sample')
  await expect(region(page).getByText('Not among the API’s placeholders:')).toBeVisible()
  await expect(preview(page).locator('mark')).toHaveText('%ИМЯ_КЛИЕНТА%')
  await survives(page)

  const state = () =>
    page.evaluate(() => ({
      title: document.title,
      address: location.href,
      elements: document.querySelectorAll('main *').length,
      pwn: '__pwn' in globalThis,
    }))
  await page.waitForLoadState('networkidle')
  // What stands over the frame while it loads is gone.
  await expect(region(page).locator('iframe + *')).toHaveCount(0)
  const before = await state()
  expect(before.pwn).toBe(false)
  // A refresh by the template would have taken the frame elsewhere by now.
  const frame = page.frames().find((one) => one.url().includes('/notification-preview/'))!
  expect(await frame.evaluate(() => ({ pwn: '__pwn' in globalThis, origin: globalThis.origin }))).toEqual({
    pwn: false,
    origin: 'null',
  })
  for (const name of ['Просто ссылка', 'Ссылка наверх', 'Ссылка-сценарий', 'Отправить', 'Ссылка на месте']) {
    await preview(page).getByText(name, { exact: true }).click()
    await expect.poll(state, name).toEqual(before)
    expect(context.pages(), name).toHaveLength(1)
  }
  // The last one has emptied its own frame, no more.
  await region(page).getByRole('button', { name: 'Refresh preview' }).click()
  await expect(preview(page).getByRole('link', { name: 'Просто ссылка' })).toBeVisible()
  await expect.poll(state).toEqual(before)
  expect(left).toEqual([])
})

test('a preview is no page: its address alone opens nothing', async ({ page, allowConsole }) => {
  allowConsole(/status of 403/)
  await signInByRequest(page, 'marketer')
  const { object } = await ordinary(page)
  const response = await page.goto(`/api/notification-preview/${object.oid}`)
  expect(response?.status()).toBe(403)
})

test('settings in another shape, and contacts that do not load, are explained in words', async ({
  page,
  context,
  allowConsole,
}) => {
  await signInByRequest(page, 'edge')
  await page.goto(`/objects/${await oidOf(page, EDGE_CASES_ALIAS)}`)
  await expect(region(page)).toContainText('The service gives no e-mail settings for this object')
  await expect(region(page).locator('iframe')).toHaveCount(0)

  allowConsole(/status of 500/)
  await fault(context, 'calls-500')
  await signInByRequest(page, 'marketer')
  const object = (await objectsOf(page))[0]!
  await page.goto(`/objects/${object.oid}`)
  await show(page)
  const retry = region(page).getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await fault(context)
  await retry.click()
  await expect(preview(page).getByRole('heading', { name: object.title })).toBeVisible()
})

test('an agency manager sees the preview of a client’s object', async ({ page }) => {
  await signIn(page, 'manager')
  await page.getByRole('link', { name: 'Sever Group' }).click()
  await expect(page).toHaveURL(/client=/)
  const client = new URL(page.url()).searchParams.get('client')!
  const { object, newest } = await ordinary(page, `/clients/${client}`)
  await page.goto(`/objects/${object.oid}?client=${client}`)
  await show(page)
  await expect(preview(page).getByRole('heading', { name: object.title })).toBeVisible()
  await expect(preview(page).locator('body')).toContainText(newest.phone_number_from)
  await expect(region(page).getByRole('link', { name: /^Filled from the newest contact, / })).toHaveAttribute(
    'href',
    `/objects/${object.oid}/calls/${newest.id}?client=${client}`,
  )
})

test('a client whose fields are hidden is shown a sample, and nothing of a contact is asked for', async ({
  page,
}) => {
  await signInByRequest(page, 'manager')
  const [first] = await asked<{ agency: { clients: ClientRead[] } }[]>(page, '/agency')
  const { client } = first!.agency.clients.find(({ hidden_fields }) => hidden_fields !== null)!
  const [object] = await objectsOf(page, `/clients/${client}`)
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/calls?period=all')) lists.push(request.url())
  })
  await page.goto(`/objects/${object!.oid}?client=${client}`)
  await show(page)
  await expect(region(page)).toContainText('Filled from a sample: parts of this client’s contacts are hidden')
  await expect(preview(page).locator('body')).toContainText('79001234567')
  expect(lists).toEqual([])
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })
  test('the preview speaks the language of the page', async ({ page }) => {
    await signInByRequest(page, 'marketer')
    const { object } = await ordinary(page)
    await page.goto(`/objects/${object.oid}`)
    await page.getByRole('button', { name: 'Показать письмо' }).click()
    await expect(page.getByRole('link', { name: /^По последнему обращению, / })).toBeVisible()
    const frame = page.getByRole('region', { name: 'Уведомления', exact: true }).frameLocator('iframe')
    await expect(frame.locator('html')).toHaveAttribute('lang', 'ru')
  })
})
