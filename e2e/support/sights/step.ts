import type { Page } from '@playwright/test'
import type { Obj } from '#/contract/object.ts'
import type { FaultName } from '#/server/faults.ts'
import { fetchJson } from '../calls.ts'
import type { Who } from '../sign-in.ts'
import { table } from '../table.ts'
import { expect } from '../test.ts'

export type Step = (page: Page) => Promise<unknown>
export interface Sight {
  readonly who?: Who
  readonly faults?: readonly FaultName[]
  /** Faults are logged by the browser. */
  readonly provokes?: RegExp
  readonly only?: 'desktop' | 'phone'
  /** The page of primitives, which no user opens in a narrow window. */
  readonly isGallery?: boolean
  /** The page itself is looked at as another sight: only what is opened on it is new. */
  readonly isKnown?: boolean
  /** Opens the page, and waits until it is all there. */
  readonly open: Step
  readonly opened?: Readonly<Record<string, Step>>
}

export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name })).toBeVisible()
export const at =
  (address: string, ready: string | RegExp): Step =>
  async (page) => {
    await page.goto(address)
    await heading(page, ready)
  }
export const firstLink = (page: Page, name: string) =>
  expect(table(page, name).locator.getByRole('link').first()).toBeVisible()
export const journal =
  (query: string): Step =>
  async (page) => {
    await page.goto(`/calls${query}`)
    await firstLink(page, 'Contacts')
  }
export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
export const close: Step = (page) => page.keyboard.press('Escape')
export const dialog = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
export const objectsOf = async (page: Page) => (await fetchJson<{ objs: Obj[] }>(page, '/objs/')).objs
export const openObject = async (page: Page, test: (object: Obj) => unknown) => {
  const { oid } = (await objectsOf(page)).find(test)!
  await page.goto(`/objects/${oid}`)
  await expect(page.getByRole('region', { name: 'Custom statuses' })).toBeVisible()
}
export const overview =
  (query = ''): Step =>
  async (page) => {
    await page.goto(`/overview${query}`)
    await expect(
      page.getByRole('region', { name: 'Sources', exact: true }).getByRole('rowheader').first(),
    ).toBeVisible()
    // On a phone there is no room to say it.
    await expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeAttached()
  }
