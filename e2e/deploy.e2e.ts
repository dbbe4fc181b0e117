import type { Page } from '@playwright/test'
import { test } from './support/servers/two-builds.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

const openSettings = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'marketer')
  await page.goto(`${origin}/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loads.push(new URL(request.url()).pathname)
  })
  return loads
}
const PART = /A part of the app has not come|Failed to load resource|Refused to apply style/

test('fault-old-part: a page whose parts are gone with its version is loaded anew, once, where the person was going', async ({
  page,
  twoBuilds: { origin, deploy },
  allowConsole,
}) => {
  allowConsole(PART)
  const loads = await openSettings(page, origin)
  deploy()
  await page.getByRole('main').getByRole('link', { name: 'API console' }).click()
  await expect(page.getByRole('heading', { name: 'API console', level: 1 })).toBeVisible()
  expect(loads).toEqual(['/console'])
})

test('fault-old-part: a part that is not there after that either is told, and the page goes round in no circle', async ({
  page,
  twoBuilds: { origin, lose },
  allowConsole,
}) => {
  allowConsole(PART)
  const loads = await openSettings(page, origin)
  lose(/\/assets\/_app\.console-/)
  await page.getByRole('main').getByRole('link', { name: 'API console' }).click()
  const again = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(again).toBeVisible()
  expect(loads).toEqual(['/console'])
  await again.click()
  await expect.poll(() => loads).toEqual(['/console', '/console'])
  await expect(again).toBeVisible()
  lose(null)
  await again.click()
  await expect(page.getByRole('heading', { name: 'API console', level: 1 })).toBeVisible()
})
