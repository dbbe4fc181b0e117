import { clientNamed, clientSearch, switcher } from './support/agency.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('on a phone the switcher is a sheet, and a foreign client is refused in words', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  await signInByRequest(page, 'manager')
  await page.goto(`/objects?client=${await clientNamed(page, 'Sever Group')}`)
  await switcher(page, 'Sever Group').click()
  const option = page.getByRole('option')
  await expect(option.first()).toBeVisible()
  await clientSearch(page).fill('info@')
  await expect(option).toHaveCount(2)
  const last = (await option.last().boundingBox())!
  const note = (await page.getByText('Switching keeps this page').boundingBox())!
  expect(last.y + last.height).toBeLessThanOrEqual(note.y)
  expect(last.height).toBeGreaterThanOrEqual(40)
  await option.filter({ hasText: 'Motor Servis' }).click()
  await expect(switcher(page, 'Motor Servis')).toBeVisible()

  await page.goto('/objects?client=999999')
  await expect(page.getByRole('heading', { name: 'You do not have access to this client' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('on a phone the page of clients is refused to a marketer', async ({ page }) => {
  await signInByRequest(page, 'small')
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Only agency managers have clients' })).toBeVisible()
})
