import type { Page } from '@playwright/test'
import { openEditor } from './support/script-config.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page, allowConsole }) => {
  // Plans off the price list are 404 (API document 4.5).
  allowConsole(/payment\/plans/)
  await signInByRequest(page, 'marketer')
})

const leaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const stay = async (page: Page) => {
  await leaveDialog(page).getByRole('button', { name: 'Stay' }).click()
  await expect(leaveDialog(page)).toBeHidden()
}

test('edits are not left behind unasked', { tag: '@journey' }, async ({ page, allowConsole }) => {
  allowConsole(/^dialog: $/)
  const { oid, option } = await openEditor(page, 'domograd-example-berlin', 'last_source')
  const url = new RegExp(`/objects/${oid}$`)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Objects' }).click()
  await page.getByRole('table').getByRole('link', { name: 'Domograd Berlin', exact: true }).click()
  await expect(page).toHaveURL(url)
  await option('gtm').check()

  await menu.getByRole('link', { name: 'Journal' }).click()
  await stay(page)
  await page.goBack()
  await stay(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await stay(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused()
  await page.keyboard.type('русский')
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/Русский/)
  await page.keyboard.press('Enter')
  await stay(page)
  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await closing).type()).toBe('beforeunload')
  await expect(page).toHaveURL(url)
  await expect(option('gtm')).toBeChecked()
  const session = await page.evaluate(async () => {
    const answer = await fetch('/api/session', { headers: { 'x-requested-by': 'callboard' } })
    return (await answer.json()) as { principal: string | null }
  })
  expect(session.principal).not.toBeNull()

  await page.goBack()
  await leaveDialog(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/objects$/)
  await page.goForward()
  await expect(option('gtm')).not.toBeChecked()
  await option('gtm').check()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await leaveDialog(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
