import { expect, type Page } from '@playwright/test'
import { PRIMITIVES } from './address.ts'

export const PARTS = [
  'Buttons',
  'Fields and choices',
  'Filters and views',
  'Overlays',
  'Table and progress',
  'Facts and texts',
  'Charts',
  'Charts to choose in',
  'One panel in every state',
  'Signs and tokens',
] as const
export type Part = (typeof PARTS)[number]

export const part = (page: Page, name: Part) => page.getByRole('region', { name, exact: true })

/** Opens the page of primitives and waits for its letters. */
export const openPrimitives = async (page: Page) => {
  await page.goto(PRIMITIVES)
  await expect(page.getByRole('heading', { name: 'Primitives' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  // What draws them comes once the rest is seen.
  await expect(page.locator('.recharts-line-curve').first()).toBeAttached()
}

/** Elements and their CSS pseudo-class. */
const STATES = {
  hover: { who: '*:not(svg, svg *)', classes: ['hover'] },
  focus: { who: ':is(a, button, input, select, [tabindex="0"])', classes: ['focus', 'focus-visible'] },
  pressed: { who: '*:not(svg, svg *)', classes: ['hover', 'active'] },
} as const
export type State = keyof typeof STATES

/** Forces states by the browser's developer protocol, so that real styles apply. */
export const force = async (page: Page, name: Part, state: State): Promise<void> => {
  const { who, classes } = STATES[state]
  await part(page, name).evaluate((element) => (element.id = 'forced'))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `#forced ${who}`,
  })
  await Promise.all(
    nodeIds.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...classes] })),
  )
}

const overlays = (page: Page) => part(page, 'Overlays')

/** How overlays are opened, by image name. */
export const OVERLAYS = {
  menu: (page) => overlays(page).getByRole('button', { name: 'View' }).click(),
  popover: (page) => overlays(page).getByRole('button', { name: 'Density' }).click(),
  'search list': async (page) => {
    await overlays(page).getByRole('button', { name: 'Client Sever Group' }).click()
    await page.getByRole('searchbox', { name: 'Clients', exact: true }).fill('den')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
  },
  'filter editor': (page) =>
    part(page, 'Filters and views').getByRole('button', { name: 'Status Busy', exact: true }).click(),
  dialog: (page) => overlays(page).getByRole('button', { name: 'Leave' }).click(),
  toasts: async (page) => {
    await overlays(page).getByRole('button', { name: 'Save script' }).click()
    await overlays(page).getByRole('button', { name: 'Fail an export' }).click()
  },
  tooltip: async (page) => {
    await overlays(page).getByRole('button', { name: 'Say it shortly' }).focus()
    await page.keyboard.press('Tab')
  },
} as const satisfies Record<string, (page: Page) => Promise<void>>
export type Overlay = keyof typeof OVERLAYS

/** What is up: above all else, or where toasts appear. */
export const FLOATING = ':popover-open, dialog:modal, main > [role=log]:has(button)'
