import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { contactsOf, openCall } from './support/calls.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('the browser’s Back returns to the list as it was', { tag: '@journey' }, async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/calls?period=year&target_filter=1')
  const contacts = table(page, 'Contacts')
  await expect(contacts.locator.getByRole('link').first()).toBeVisible()
  await contacts.locator.evaluate((root) => {
    root.parentElement!.scrollTop = 3200
  })
  const link = contacts.locator.locator('tr[aria-rowindex="112"]').getByRole('link').first()
  await expect(link).toBeVisible()
  const href = await link.getAttribute('href')
  await link.click()
  await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
  await page.goBack()
  await expect(page.locator(`a[href="${href}"]`)).toBeInViewport()
})

test('no link of a contact is less than 24 pixels high', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  const { contacts } = await contactsOf(page, SAMPLE_STORIES.missedAtLunch.object)
  const [call] = contacts.filter(
    ({ id, phone_number_from: caller, utm, request_uri }) =>
      caller &&
      utm &&
      request_uri &&
      contacts.some((one) => one.phone_number_from === caller && one.id !== id),
  )
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await openCall(page, call!)
    const story = page.getByRole('region', { name: 'This caller' })
    await story.getByRole('button', { name: 'All time' }).click()
    await expect(story.getByRole('link', { name: / in the journal$/ })).toBeVisible()
    await expect(page.locator('main .animate-appear')).toHaveCount(0)
    const links = await page
      .locator('main a')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          [...one.getClientRects()].map(({ height }) => ({ of: one.textContent, height })),
        ),
      )
    expect(links.length).toBeGreaterThan(8)
    expect(links.filter(({ height }) => height < 24)).toEqual([])
  }
})
