import {
  button,
  drawn,
  heard,
  isOfOneVoice,
  isOfTwoVoices,
  openRecorded,
  pane,
  position,
} from './support/recordings.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('on a phone the player fits, its speed is one button, a tap moves it', async ({ page }) => {
  await openRecorded(page, isOfTwoVoices)
  await drawn(page)
  for (const speed of ['1.25', '1.5', '2', '1', '1.25']) {
    await button(page, /^Speed/).tap()
    await expect(button(page, `Speed ${speed}×`)).toBeVisible()
  }
  const { width } = (await position(page).boundingBox())!
  await position(page).tap({ position: { x: width / 2, y: 20 } })
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:1[45] of 0:30$/)
  await button(page, 'Play').tap()
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(15.5)
  expect((await heard(page)).rate).toBe(1.25)
  await survives(page)
})

test('on a phone everything of the player is large enough for a finger', async ({ page }) => {
  await openRecorded(page, isOfOneVoice)
  await drawn(page)
  // Volume is a phone's own matter.
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeHidden()
  const controls = pane(page).locator('button:visible, a:visible, [role=slider]:visible')
  await expect(controls).toHaveCount(6)
  for (const control of await controls.all()) {
    const { width, height } = (await control.boundingBox())!
    // The speed's button takes the finger 4 px around itself.
    expect(Math.min(width, height)).toBeGreaterThanOrEqual((await control.textContent()) ? 32 : 40)
  }
})
