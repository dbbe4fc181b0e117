import { axe } from './support/look.ts'
import { test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

test.describe('reports of a month', () => {
  test.use({ env: { ARCHIVE: 'disk' } })

  test('a manager makes links for all clients, closes the window, and reads one as a stranger', async ({
    page,
    browser,
    second,
  }) => {
    await page.goto(`${second.origin}/sign-in`)
    await signIn(page, 'manager')
    const open = page.getByRole('button', { name: 'Monthly reports' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Monthly reports' })
    await expect(dialog.getByRole('radio', { name: 'ZIP of PDFs' })).toBeDisabled()
    await expect(dialog.getByRole('radio', { name: 'Send by email' })).toBeDisabled()
    await expect(dialog.getByText('Being read')).toHaveCount(0, { timeout: 120_000 })
    await axe(page, { over: true, rules: 'all' })
    await dialog.getByRole('button', { name: /^Create \d+ links$/ }).click()
    await expect(dialog.getByRole('progressbar', { name: 'Monthly reports' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await open.click()
    await expect(dialog.getByText('Results stay here for a day.')).toBeVisible({ timeout: 120_000 })
    await expect(dialog.getByText(/failed/)).toHaveCount(0)
    await axe(page, { over: true, rules: 'all' })
    const link = await dialog.getByRole('link', { name: 'Open: Sever Group' }).getAttribute('href')

    const stranger = await browser.newContext({ javaScriptEnabled: false })
    const read = await stranger.newPage()
    await read.goto(link!)
    await expect(read.getByRole('heading', { level: 1, name: 'Sever Group' })).toBeVisible()
    await stranger.close()

    await dialog.getByRole('button', { name: 'New reports' }).click()
    await expect(dialog.getByRole('row', { name: /^Sever Group.*Link made/ })).toBeVisible()
  })
})
