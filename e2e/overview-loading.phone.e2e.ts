import { expectStillOverview } from './support/stillness.ts'
import { MORE_CONTACTS, test } from './support/servers/real-api.ts'

// Enough to load in pages.
test.use({ env: MORE_CONTACTS })

test('on a phone nothing moves while the overview loads', async ({ page, second }) => {
  await expectStillOverview(page, second.origin, 'marketer')
})

test('nor where it turns out that there are no callers to call back', async ({ page, second }) => {
  await expectStillOverview(page, second.origin, 'edge', { days: 30, isSlow: false })
})
