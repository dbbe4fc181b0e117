import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { findContact } from './support/calls.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test.use({ locale: 'ru-RU' })

test('on a phone a contact is one column, as wide as the window', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  for (const status of [2, 9]) {
    const call = await findContact(
      page,
      SAMPLE_STORIES.missedAtLunch.object,
      (one) =>
        one.status === status && one.utm && one.phone_number_from && (status !== 2 || one.customer_status),
    )
    await page.goto(`/objects/${call.obj_oid}/calls/${call.id}`)
    await expect(page.locator('main li[aria-current]')).toBeVisible()
    await expect(page.locator('main .animate-appear')).toHaveCount(0)
    await survives(page)
    const lefts = await page
      .locator('main section')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    expect(new Set(lefts)).toEqual(new Set([16]))
  }
})
