import { pictureOverlay, pictureParts, pictureState } from './support/pictures.ts'
import {
  force,
  openPrimitives,
  OVERLAYS,
  part,
  type Overlay,
  type Part,
  type State,
} from './support/primitives.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/*
 * The look of every primitive, in pictures. After a change that means to change it:
 *
 *     npm run build && npm run test:e2e -- e2e/ui. --update-snapshots
 *
 * and then look at each picture that has changed.
 */

const STATES: Readonly<Partial<Record<Part, readonly State[]>>> = {
  Buttons: ['hover', 'focus', 'pressed'],
  'Fields and choices': ['hover', 'focus'],
  'Filters and views': ['hover', 'focus', 'pressed'],
  'Table and progress': ['hover', 'focus'],
}

for (const theme of ['light', 'dark'] as const)
  test(`the primitives, ${theme}`, ({ page }) => pictureParts(page, theme))

for (const [name, states] of Object.entries(STATES))
  for (const state of states) test(`${name}, ${state}`, ({ page }) => pictureState(page, name as Part, state))

for (const name of Object.keys(OVERLAYS))
  test(`${name}, open`, ({ page }) => pictureOverlay(page, name as Overlay))

test('what a state is forced to look like is what the pointer and the keyboard make of it', async ({
  page,
}) => {
  await openPrimitives(page)
  const button = part(page, 'Buttons').getByRole('button', { name: 'Export', exact: true }).first()
  const look = () =>
    button.evaluate((element) => {
      const { backgroundColor, borderColor, outline } = getComputedStyle(element)
      return { backgroundColor, borderColor, outline }
    })
  // Without transitions (120 ms).
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const rest = await look()
  await button.hover()
  const hovered = await look()
  await page.mouse.down()
  const pressed = await look()
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await page.keyboard.press('Shift')
  await part(page, 'Buttons').getByRole('button', { name: 'Save', exact: true }).last().focus()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  const focused = await look()
  await button.blur()
  expect(await look()).toEqual(rest)
  expect(new Set([rest, hovered, pressed, focused].map((one) => JSON.stringify(one))).size).toBe(4)

  for (const [state, real] of Object.entries({ hover: hovered, focus: focused, pressed })) {
    await force(page, 'Buttons', state as State)
    expect(await look(), state).toEqual(real)
    await page.reload()
    await page.evaluate(() => document.fonts.ready)
  }
})

test('people get no page of primitives', async ({ page, request }) => {
  await signInByRequest(page, 'small')
  await page.goto('/ui')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  expect((await request.get('/ui.html')).status()).toBe(404)
})
