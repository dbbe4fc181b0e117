import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

export const isOnePage = async (page: Page) => {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1031 })
  const paper = page.getByRole('article')
  const { overflow, footer } = await paper.evaluate((sheet) => ({
    overflow: sheet.scrollHeight - sheet.clientHeight,
    footer:
      sheet.getBoundingClientRect().bottom - sheet.querySelector('footer')!.getBoundingClientRect().bottom,
  }))
  expect(overflow).toBeLessThanOrEqual(0)
  expect(footer).toBeGreaterThanOrEqual(-1)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  const frame = page.getByRole('navigation', { name: 'Main' }).or(page.getByRole('banner'))
  for (const part of await frame.all()) await expect(part).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
}
