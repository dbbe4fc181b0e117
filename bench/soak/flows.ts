import { expect, type Page } from '@playwright/test'
import { sampleSignIn } from '#/server/reference/sample-data.ts'

/*
 * What an agency's manager does in a day, in one document: nothing here opens an address.
 */

/** Two clients of the sample, in turns. */
const CLIENTS = ['Sever Group', 'Motor Servis'] as const
const { email, password } = sampleSignIn('agency_manager')

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const contacts = (page: Page) =>
  page.getByRole('table', { name: 'Contacts' }).getByRole('link', { name: /\d\d:\d\d/ })

/** Signs in on the page that is there. */
export const enter = async (page: Page) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
  await button(page, 'Account').waitFor()
}

const choose = async (page: Page, client: string) => {
  await button(page, /^Client /).click()
  await page.getByRole('searchbox', { name: 'Clients', exact: true }).fill(client)
  await page.getByRole('option').first().click()
  await button(page, `Client ${client}`).waitFor()
}

const openJournal = async (page: Page) => {
  await go(page, 'Journal')
  await contacts(page).first().waitFor()
}

export const goToOverview = async (page: Page) => {
  await go(page, 'Overview')
  await region(page, 'Trend').getByRole('slider').waitFor()
  await button(page, 'Refresh').waitFor()
}

/** An end of a menu of the account: language, sign-out. */
const choseInMenu = async (page: Page, menu: string, item: string) => {
  await button(page, menu).click()
  await page.getByRole('menuitemradio', { name: item, exact: true }).click()
}

export type Flow = (page: Page, loop: number) => Promise<unknown>

/** By name, in the order they are walked. The last one leads to where each loop is measured. */
export const FLOWS: Readonly<Record<string, Flow>> = {
  'sign out and in': async (page) => {
    await button(page, 'Account').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await enter(page)
  },
  'switch the client': (page, loop) => choose(page, CLIENTS[loop % CLIENTS.length]!),
  'scroll the journal': async (page) => {
    await openJournal(page)
    const box = page.locator('[data-scroll-restoration-id="contacts"]')
    for (const share of [0.2, 0.5, 1, 0.3, 0]) {
      await box.evaluate((one, to) => (one.scrollTop = one.scrollHeight * to), share)
      await contacts(page).first().waitFor()
    }
  },
  'filter it': async (page) => {
    const chip = page.getByRole('checkbox', { name: 'Target only' })
    await chip.click()
    await expect(page).toHaveURL(/target_filter/)
    await contacts(page).first().waitFor()
    await chip.click()
    await expect(page).not.toHaveURL(/target_filter/)
    await contacts(page).first().waitFor()
  },
  'open a contact and come back': async (page) => {
    await contacts(page).first().click()
    await page.getByRole('link', { name: 'Back to journal' }).click()
    await contacts(page).first().waitFor()
  },
  'begin an export and leave it': async (page) => {
    await button(page, 'Export').click()
    const open = dialog(page, 'Export')
    await open.getByRole('button', { name: 'Start export' }).click()
    // Written already, or being written: either ends with the dialog.
    await open
      .getByRole('button', { name: /^(Cancel|Close)$/ })
      .first()
      .click()
    const close = open.getByRole('button', { name: 'Close', exact: true })
    if (await open.isVisible()) await close.click()
    await open.waitFor({ state: 'hidden' })
  },
  'look at the overview and a receipt': async (page) => {
    await goToOverview(page)
    await region(page, 'Summary').getByRole('button').first().click()
    await dialog(page, 'Receipt').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Receipt').waitFor({ state: 'hidden' })
  },
  'narrow the report and widen it': async (page) => {
    await region(page, 'Sources').getByRole('rowheader').getByRole('button').nth(1).click()
    await button(page, /^Remove filter/).click()
    await button(page, /^Remove filter/).waitFor({ state: 'hidden' })
  },
  'change the period': async (page) => {
    for (const name of ['Last 7 days', 'Last 30 days']) {
      await button(page, /^Period /).click()
      await page.locator(':popover-open').getByRole('button', { name, exact: true }).click()
      await button(page, 'Refresh').waitFor()
    }
  },
  'print the report': async (page) => {
    await page.getByRole('link', { name: 'Report' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await region(page, 'Trend').getByRole('slider').waitFor()
  },
  'change an object’s settings and take it back': async (page) => {
    await go(page, 'Objects')
    await page.locator('a[data-to="object"]').first().click()
    const script = region(page, 'Tracking script')
    const box = script.getByRole('checkbox').first()
    await box.click()
    await script.getByText('1 change not saved').waitFor()
    await box.click()
    await script.getByText('1 change not saved').waitFor({ state: 'hidden' })
  },
  'language, theme and settings': async (page) => {
    await choseInMenu(page, 'Account', 'Русский')
    await choseInMenu(page, 'Аккаунт', 'English')
    await choseInMenu(page, 'Theme', 'Dark')
    await choseInMenu(page, 'Theme', 'Light')
    await button(page, 'Account').click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  },
}
