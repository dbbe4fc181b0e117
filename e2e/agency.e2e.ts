import { switcher } from './support/agency.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'a manager goes from the clients to one, by the keys to another, back, and opens a third in another tab',
  { tag: '@journey' },
  async ({ page, context }) => {
    await signIn(page, 'manager')
    await expect(page).toHaveURL(/\/clients$/)
    await page.goto('/objects')
    await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
    const goTo = page.getByRole('combobox', { name: 'Go to' })
    await switcher(page, 'none').focus()
    await page.keyboard.press('Control+k')
    await expect(goTo).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(goTo).toBeHidden()
    await expect(switcher(page, 'none')).toBeFocused()

    await page.getByRole('link', { name: 'Choose a client' }).click()
    await page.getByRole('link', { name: 'Sever Group', exact: true }).click()
    await expect(switcher(page, 'Sever Group')).toBeVisible()
    await expect(page).toHaveURL(/\/overview\?client=/)
    await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()

    await page.keyboard.press('Control+k')
    await expect(goTo).toBeFocused()
    await page.keyboard.type('stoma')
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(
      /^Stoma Plus.*changes client/,
    )
    await page.keyboard.press('Enter')
    await expect(switcher(page, 'Stoma Plus')).toBeVisible()
    await page.goBack()
    await expect(switcher(page, 'Sever Group')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/clients$/)

    const opened = context.waitForEvent('page')
    await page
      .getByRole('link', { name: 'Motor Servis', exact: true })
      .click({ modifiers: ['ControlOrMeta'] })
    await expect(switcher(await opened, 'Motor Servis')).toBeVisible()
    await expect(page).toHaveURL(/\/clients$/)
  },
)
