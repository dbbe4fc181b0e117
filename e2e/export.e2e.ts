import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' })
const exported = async (page: Page) => {
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Start export' }).click()
  return { name: (await download).suggestedFilename(), bytes: await readFile(await (await download).path()) }
}

test(
  'files are made by the built server and saved, also from a phone',
  { tag: '@journey' },
  async ({ page }) => {
    await signInByRequest(page, 'small')
    await page.goto('/calls?period=year')
    const status = page.getByRole('status').filter({ hasText: /contacts?$/ })
    await expect(status).toHaveText(/^\d+ contacts$/)
    const count = Number.parseInt((await status.textContent())!, 10)
    const opener = page.getByRole('button', { name: 'Export', exact: true })
    await opener.click()
    const csv = await exported(page)
    expect(csv.name).toMatch(/^callboard-all-year-\d{4}-\d\d-\d\d-contacts\.csv$/)
    const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(count + 1)
    expect(lines[0]).toMatch(/^\uFEFFDate,/)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()

    await page.setViewportSize({ width: 390, height: 844 })
    await opener.click()
    await dialog(page).getByRole('radio', { name: 'XLSX' }).check()
    const box = (await dialog(page).boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.width).toBeLessThanOrEqual(390)
    const xlsx = await exported(page)
    expect(xlsx.name).toMatch(/-contacts\.xlsx$/)
    expect((await readXlsx(xlsx.bytes))[0]!.rows).toHaveLength(count + 1)
    await expect(dialog(page).getByRole('button', { name: 'Export again' })).toBeVisible()
  },
)
