import type { Page } from '@playwright/test'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import { HOSTILE_EMAIL_ALIAS } from '#/server/reference/sample/edge-cases/objects.ts'
import { fetchJson } from './support/calls.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const preview = (page: Page) => region(page).frameLocator('iframe')
const show = (page: Page) => region(page).getByRole('button', { name: 'Show preview' }).click()
const objectsOf = async (page: Page) => (await fetchJson<{ objs: Obj[] }>(page, '/objs/')).objs

test(
  'the preview is filled from the newest contact, in a frame as wide as asked for, and is no page',
  { tag: '@journey' },
  async ({ page, allowConsole }) => {
    allowConsole(/status of 403/)
    await signInByRequest(page, 'marketer')
    const object = (await objectsOf(page)).find(({ calls_count }) => calls_count > 0)!
    const { calls } = await fetchJson<{ calls: ListedCall[] }>(page, `/objs/${object.oid}/calls?period=all`)
    const newest = calls[0]!
    await page.goto(`/objects/${object.oid}`)
    await show(page)
    const frame = region(page).locator('iframe')
    await expect(preview(page).getByRole('heading', { name: object.title })).toBeVisible()
    await expect(preview(page).locator('body')).toContainText(newest.phone_number_from)
    await expect(preview(page).locator('body')).toContainText(newest.source?.title ?? '–')
    await expect(preview(page).locator('body')).not.toContainText('%')

    const width = () => frame.evaluate((element) => element.clientWidth)
    const wide = await width()
    await region(page).getByRole('button', { name: 'Phone', exact: true }).click()
    expect(await width()).toBeLessThan(wide)
    await expect(preview(page).getByRole('heading', { name: object.title })).toBeVisible()

    const response = await page.goto(`/api/notification-preview/${object.oid}`)
    expect(response?.status()).toBe(403)
  },
)

test('email-preview-inert', async ({ page, context, allowConsole, baseURL }) => {
  // The browser's message for blocked frame content.
  allowConsole(/evil\.example|sandboxed|Content Security Policy|^policy: /)
  const left: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL && !request.url().startsWith('data:'))
      left.push(request.url())
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason === 'csp' || reason === 'origin') left.splice(left.indexOf(request.url()), 1)
  })
  await signInByRequest(page, 'edge')
  const { oid } = (await objectsOf(page)).find(({ alias }) => alias === HOSTILE_EMAIL_ALIAS)!
  await page.goto(`/objects/${oid}`)
  await show(page)
  await expect(preview(page).getByRole('link', { name: 'Просто ссылка' })).toBeVisible()
  await expect(region(page)).toContainText('Filled from a sample')
  await expect(region(page).getByText('These placeholders are not known:')).toBeVisible()
  await expect(preview(page).locator('mark')).toHaveText('%ИМЯ_КЛИЕНТА%')
  await survives(page)

  const state = () =>
    page.evaluate(() => ({
      title: document.title,
      address: location.href,
      elements: document.querySelectorAll('main *').length,
      pwn: '__pwn' in globalThis,
    }))
  await expect(region(page).locator('iframe + *')).toHaveCount(0)
  const before = await state()
  expect(before.pwn).toBe(false)
  const frame = page.frames().find((one) => one.url().includes('/notification-preview/'))!
  await frame.waitForLoadState('load')
  expect(await frame.evaluate(() => ({ pwn: '__pwn' in globalThis, origin: globalThis.origin }))).toEqual({
    pwn: false,
    origin: 'null',
  })
  for (const name of ['Просто ссылка', 'Ссылка наверх', 'Ссылка-сценарий', 'Отправить', 'Ссылка на месте']) {
    await preview(page).getByText(name, { exact: true }).click()
    await expect.poll(state, name).toEqual(before)
    expect(context.pages(), name).toHaveLength(1)
  }
  await region(page).getByRole('button', { name: 'Refresh preview' }).click()
  await expect(preview(page).getByRole('link', { name: 'Просто ссылка' })).toBeVisible()
  await expect.poll(state).toEqual(before)
  expect(left).toEqual([])
})
