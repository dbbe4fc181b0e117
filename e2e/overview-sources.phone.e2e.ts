import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('sources are rows of two lines that open and fit, as do those who did not get through', async ({
  page,
}) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/overview')
  const sources = page.getByRole('region', { name: 'Sources', exact: true })
  await expect(sources.getByRole('rowheader').first()).toBeVisible()
  expect(await sources.getByRole('columnheader').allInnerTexts()).toEqual([
    'Target rate, 95% range',
    expect.stringMatching(/^Contacts/),
  ])
  await sources
    .getByRole('button', { name: /^Campaigns of / })
    .first()
    .tap()
  await expect(sources.getByRole('button', { name: /^Campaign / }).first()).toBeVisible()
  await sources
    .getByRole('button', { name: /^Show all \d+$/ })
    .last()
    .tap()
  const panel = page.getByRole('region', { name: 'Did not get through', exact: true })
  await expect(panel.getByRole('listitem').first().getByRole('link')).toBeVisible()
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  for (const part of [sources, panel]) {
    const box = (await part.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(390)
  }
})
