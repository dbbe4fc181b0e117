import { button, drawn, heard, isOfTwoVoices, openRecorded, pane, position } from './support/recordings.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('on a phone the player fits, is large enough for a finger, and a tap moves it', async ({ page }) => {
  await openRecorded(page, isOfTwoVoices)
  await drawn(page)
  await button(page, /^Speed/).tap()
  await expect(button(page, 'Speed 1.25×')).toBeVisible()
  const { width } = (await position(page).boundingBox())!
  await position(page).tap({ position: { x: width / 2, y: 20 } })
  const half = Number(await position(page).getAttribute('aria-valuemax')) / 2
  const now = async () => Number(await position(page).getAttribute('aria-valuenow'))
  await expect.poll(async () => Math.abs((await now()) - half)).toBeLessThan(0.02 * half + 1.5)
  const from = await now()
  await button(page, 'Play').tap()
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(from + 0.5)
  expect((await heard(page)).rate).toBe(1.25)
  await survives(page)
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeHidden()
  const controls = pane(page).locator('button:visible, a:visible, [role=slider]:visible')
  await expect(controls).toHaveCount(6)
  for (const control of await controls.all()) {
    const size = (await control.boundingBox())!
    // The touch target is 4 px larger.
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual((await control.textContent()) ? 32 : 40)
  }
})
