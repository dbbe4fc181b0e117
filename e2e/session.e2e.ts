import type { Page } from '@playwright/test'
import { filterBy } from './support/journal.ts'
import { axe } from './support/look.ts'
import { credentialsOf, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { answered, expect, test } from './support/test.ts'

/** Content, storage and caches. */
const held = async (page: Page) => ({
  page: await page.content(),
  cookies: await page.context().cookies(),
  stored: await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    name: window.name,
    state: JSON.stringify(history.state),
  })),
})

test(
  'signout-leaves-nothing: in any tab, not even in one with unsaved edits, in any storage, nor behind Back',
  { tag: '@journey' },
  async ({ page, context }) => {
    await signInByRequest(page, 'small')
    const other = await context.newPage()
    await other.goto('/objects')
    await expect(other.getByRole('heading', { name: 'Objects' })).toBeVisible()
    const listed = table(other, 'Objects')
    await expect(listed.locator.getByRole('link').first()).toBeVisible()
    const objects = (await listed.column('Object')).filter(Boolean)
    await listed.locator.locator('a[data-to="object"]').first().click()
    await other.getByRole('checkbox', { name: /gtm$/ }).click()
    await expect(other.getByText('1 change not saved')).toBeVisible()
    await page.goto('/calls?period=year')
    const contacts = table(page, 'Contacts')
    await expect(contacts.locator.getByRole('link').first()).toBeVisible()
    const callers = (await contacts.column('Caller')).filter((caller) => /\d{3}/.test(caller))
    const digits = callers.map((caller) => caller.replace(/\D/g, ''))
    const personal = [...callers, ...digits, ...objects]
    expect(Math.min(callers.length, objects.length)).toBeGreaterThan(0)
    await filterBy(page, /^[+\d]/)
    await expect(page.getByRole('button', { name: /^Remove filter: Caller/ })).toBeVisible()
    // Pending requests would be refused.
    await answered(page)

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(other.getByRole('dialog')).toHaveCount(0)
    const nothing = async (tab: Page) => {
      const { cookies, stored, page: drawn } = await held(tab)
      // Only a sealed marker of former sign-ins remains.
      expect(cookies.map(({ name }) => name)).toEqual(['__Host-callboard-device'])
      expect(stored).toMatchObject({ local: [], databases: [], caches: [], name: '' })
      const text = drawn + JSON.stringify(stored)
      expect(personal.filter((one) => text.includes(one))).toEqual([])
      await expect(tab.getByRole('table')).toHaveCount(0)
    }
    await nothing(page)
    await nothing(other)
    for (let step = 0; step < 2; step++) {
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await nothing(page)
    }
  },
)

test('fault-401-typed: what is typed in a dialog waits under the sign-in page, which nothing gets around', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signInByRequest(page, 'small', { own: true })
  await page.goto('/calls?period=year')
  await table(page, 'Contacts').locator.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add note' }).click()
  const { pathname } = new URL(page.url())
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Wants a garage')
  const save = page.getByRole('button', { name: 'Save note' })
  await page.evaluate(() =>
    fetch('/api/session', { method: 'DELETE', headers: { 'x-requested-by': 'callboard' } }),
  )
  await save.click()
  const over = page.getByRole('dialog', { name: 'Sign in' })
  await expect(over.getByText(/^Your session has ended\. What you typed is kept/)).toBeVisible()
  await expect(over.getByLabel('Email', { exact: true })).toBeFocused()
  await axe(page, { rules: 'all' })
  // Twice: browsers may skip the second prompt.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(over).toBeVisible()
  await expect(note).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)

  const { email, password } = credentialsOf('small')
  await over.getByLabel('Email', { exact: true }).fill(email)
  await over.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(over).toBeHidden()
  await expect(note).toHaveValue('Wants a garage')
  await expect(save).toBeFocused()
  expect(new URL(page.url()).pathname).toBe(pathname)
  expect(await page.evaluate(() => document.querySelectorAll('dialog:modal').length)).toBe(1)
  await note.fill('')
  await save.click()
  await expect(note).toBeHidden()
})
