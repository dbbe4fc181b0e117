import { addDays } from '#/contract/day.ts'
import { axe, eachTheme } from './support/look.ts'
import { test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/** Complete days everywhere. */
const TO = addDays(new Date().toISOString().slice(0, 10), -2)
const DAYS = `date_from=${addDays(TO, -29)}&date_to=${TO}`

test.describe('a report that is shared', () => {
  test.use({ env: { ARCHIVE: 'disk' } })

  test(
    'is read without an account and without scripts, at any width and in both themes, and is gone once withdrawn',
    { tag: '@journey' },
    async ({ page, browser, second, allowConsole }) => {
      await page.goto(`${second.origin}/sign-in`)
      await signIn(page, 'client')
      // Russian labels are longest.
      await page.goto(`${second.origin}/overview/report?${DAYS}&lang=ru`)
      await page.getByRole('button', { name: 'Share' }).click()
      const dialog = page.getByRole('dialog', { name: 'Share these figures' })
      await expect(dialog.getByText('None yet')).toBeVisible()
      await eachTheme(page, (theme) =>
        axe(page, { over: true, rules: theme === 'light' ? 'all' : 'colours' }),
      )
      await dialog.getByRole('button', { name: 'Make a link' }).click()
      const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
      await expect(page.getByRole('button', { name: 'Download PDF', includeHidden: true })).toBeEnabled()
      const contacts = page
        .getByRole('article')
        .getByText(/^\d[\d\s]*$/)
        .first()
      const shown = await contacts.textContent()

      const stranger = await browser.newContext({ javaScriptEnabled: false })
      const read = await stranger.newPage()
      await read.goto(link)
      await expect(read.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(read.getByText(shown!, { exact: true }).first()).toBeVisible()
      expect(await stranger.cookies()).toEqual([])
      for (const width of [1440, 1280, 820, 390, 320]) {
        await read.setViewportSize({ width, height: 900 })
        const main = (await read.locator('main').boundingBox())!
        const tables = await read.getByRole('table').all()
        for (const one of tables) {
          const box = (await one.boundingBox())!
          // Percent widths end at subpixels.
          expect(Math.floor(box.x + box.width)).toBeLessThanOrEqual(main.x + main.width)
        }
      }
      await stranger.close()

      // axe needs scripts that the CSP blocks.
      const other = await browser.newContext()
      const readerPage = await other.newPage()
      await readerPage.goto(link)
      await eachTheme(readerPage, () => axe(readerPage, { rules: 'all' }))
      await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
      await expect(dialog.getByText('The link no longer works')).toBeVisible()
      allowConsole(/404/)
      expect((await readerPage.goto(link))?.status()).toBe(404)
      await expect(readerPage.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
      await eachTheme(readerPage, () => axe(readerPage, { rules: 'all' }))
      await other.close()
    },
  )
})
