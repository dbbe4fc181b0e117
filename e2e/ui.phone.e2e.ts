import { pictureOverlay, pictureParts } from './support/pictures.ts'
import { openPrimitives, OVERLAYS, type Overlay } from './support/primitives.ts'
import { expect, test } from './support/test.ts'

// Integer pixel ratio keeps images sharp.
test.use({ deviceScaleFactor: 1 })

test('on a phone the page of primitives fits', async ({ page }) => {
  await openPrimitives(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

for (const theme of ['light', 'dark'] as const)
  test(`on a phone: the primitives, ${theme}`, ({ page }) => pictureParts(page, theme))

for (const name of Object.keys(OVERLAYS))
  test(`on a phone: ${name}, open`, ({ page }) => pictureOverlay(page, name as Overlay))
