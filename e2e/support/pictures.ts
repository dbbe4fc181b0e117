import { expect, type Locator, type Page } from '@playwright/test'
import { eachTheme } from './look.ts'
import {
  FLOATING,
  force,
  openPrimitives,
  OVERLAYS,
  part,
  PARTS,
  type Overlay,
  type Part,
  type State,
} from './primitives.ts'

/** `['Fields and choices', 'hover', 'dark']` → `fields-and-choices-hover-dark.png` */
const fileName = (...words: readonly string[]) => `${words.join('-').toLowerCase().replaceAll(' ', '-')}.png`

const surroundings = async (page: Page, thing: Locator) => {
  const box = (await thing.boundingBox())!
  const { width, height } = page.viewportSize()!
  const left = Math.max(0, Math.floor(box.x - 24))
  const top = Math.max(0, Math.floor(box.y - 48))
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil(box.x + box.width + 24)) - left,
    height: Math.min(height, Math.ceil(box.y + box.height + 32)) - top,
  }
}

export const pictureParts = async (page: Page, theme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme: theme })
  await openPrimitives(page)
  for (const name of PARTS) await expect.soft(part(page, name)).toHaveScreenshot(fileName(name, theme))
}

export const pictureState = async (page: Page, name: Part, state: State) => {
  await openPrimitives(page)
  await force(page, name, state)
  await eachTheme(page, (theme) => expect(part(page, name)).toHaveScreenshot(fileName(name, state, theme)))
}

export const pictureOverlay = async (page: Page, name: Overlay) => {
  await openPrimitives(page)
  await OVERLAYS[name](page)
  const floating = page.locator(FLOATING)
  await expect(floating).toBeVisible()
  await eachTheme(page, async (theme) => {
    await expect(page).toHaveScreenshot(fileName(name, theme), { clip: await surroundings(page, floating) })
  })
}
