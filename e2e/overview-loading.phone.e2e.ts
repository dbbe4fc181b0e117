import { signInByRequest } from './support/sign-in.ts'
import { expectStillOverview } from './support/stillness.ts'
import { test } from './support/test.ts'

test('on a phone nothing moves while the overview loads', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await expectStillOverview(page)
})

test('nor where it turns out that there are no callers to call back', async ({ page }) => {
  await signInByRequest(page, 'edge')
  await expectStillOverview(page, { days: 30, isSlow: false })
})
