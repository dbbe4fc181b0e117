import { openEditor } from './support/script-config.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test('on a phone the save row stays in sight for as long as there are edits', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/payment\/plans/)
  await signInByRequest(page, 'small')
  const { region, option, button, sent, setElsewhere } = await openEditor(page, 'smilestudio-ru', 'utm')
  await option('last_source').tap()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(button('Save changes')).toBeInViewport({ ratio: 1 })
  await expect(region.getByText('1 change not saved')).toBeInViewport({ ratio: 1 })
  const tabs = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
  const save = await button('Save changes').boundingBox()
  expect(save!.height).toBeGreaterThanOrEqual(40)
  expect(save!.y + save!.height).toBeLessThanOrEqual(tabs!.y)
  await survives(page)

  await setElsewhere('gtm')
  await button('Save changes').tap()
  const card = region.getByRole('region', { name: 'These options were changed by someone else' })
  await expect(card).toBeInViewport()
  await survives(page)
  await button('Keep mine').tap()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"last_source":"0","utm":"3"}}'])
  await survives(page)
})
