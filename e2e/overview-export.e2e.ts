import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { readXlsx } from '#/test/outputs/xlsx.ts'

/** Complete days everywhere, so that figures don't change. */
const TO = addDays(new Date().toISOString().slice(0, 10), -2)
const FROM = addDays(TO, -34)
const SOURCE = 'Поисковая реклама'

const exported = async (page: Page, panel: string, format: string): Promise<Download> => {
  const button = page.getByRole('button', { name: `Export ${panel}`, exact: true })
  await button.click()
  const download = page.waitForEvent('download')
  const menu = page.getByRole('menu', { name: `Export ${panel}` })
  // By keyboard: clicks are retried while the menu animates, and may hit what is behind.
  await menu.getByRole('menuitem', { name: new RegExp(`^${format}`) }).press('Enter')
  return download
}

test(
  'the keyboard exports a workbook of real numbers, and nothing is loaded before; pictures stand alone on white, in the dark too',
  { tag: '@journey' },
  async ({ page, context }) => {
    await signInByRequest(page, 'client')
    const code: string[] = []
    page.on('request', (request) => {
      if (/make-file/.test(request.url())) code.push(request.url())
    })
    await page.goto(`/overview?date_from=${FROM}&date_to=${TO}&source=${encodeURIComponent(SOURCE)}`)
    // Two periods of contacts, on a busy machine.
    await expect(page.getByText(/^All [\d,]+ contacts? loaded$/)).toBeVisible()
    await expect(page.getByText('so far')).toHaveCount(0)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    // Loading panels have status roles too.
    const count = page.getByRole('status').filter({ hasText: /^[\d,]+ contacts?$/ })
    await expect(count).toBeVisible()
    const contacts = Number((await count.textContent())!.replace(/\D/g, ''))
    expect(code).toEqual([])

    const button = page.getByRole('button', { name: 'Export Sources' })
    await button.press('Enter')
    await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const saved = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const workbook = await saved
    expect(workbook.suggestedFilename()).toBe(
      `callboard-overview-sources-поисковая-реклама-${FROM}_${TO}.xlsx`,
    )
    await expect(button).toBeFocused()
    expect(code).not.toEqual([])

    const [sources, about] = await readXlsx(await readFile(await workbook.path()))
    expect(sources!.name).toBe('Sources')
    const [header, ...rows] = sources!.rows
    const at = (name: string) => header!.indexOf(name)
    const own = rows.filter((row) => row[at('Level')] === 'Source')
    expect(own.map((row) => [row[at('Source')], row[at('Contacts')]])).toEqual([[SOURCE, contacts]])
    expect(own[0]![at('Target rate')]).toBeGreaterThan(0)
    expect(own[0]![at('Target rate')]).toBeLessThan(1)
    const facts = new Map(about!.rows.map(([name, value]) => [name, value]))
    expect(facts.get('Filter: Source')).toBe(SOURCE)
    expect(facts.get('Contacts')).toBe(contacts)
    expect(facts.get('Object')).toBe('All objects')
    expect(facts.get('Completeness')).toBe('Complete')
    expect(facts.get('Made')).toBeInstanceOf(Date)
    expect(facts.get('Rates')).toContain('from 0 to 1')

    await page.emulateMedia({ colorScheme: 'dark' })
    const pictures: string[] = []
    for (const [panel, words] of [
      ['Trend', 'Contacts by day'],
      ['Heat map', 'Mon'],
      ['Sources', SOURCE],
      ['Regions', 'All objects'],
      ['Funnel', 'Target'],
    ] as const) {
      const download = await exported(page, panel, 'SVG')
      expect(download.suggestedFilename()).toMatch(
        /^callboard-overview-[\w-]+-поисковая-реклама-[\w-]+\.svg$/,
      )
      const svg = await readFile(await download.path(), 'utf8')
      expect(svg).not.toMatch(/var\(|class=|style=|oklch|light-dark|<script/)
      expect(svg).toContain(words)
      expect(svg).toMatch(/<rect width="960" height="\d+" fill="#ffffff"/)
      expect(svg.match(/#[\da-f]{6}/g)!.length, panel).toBeGreaterThan(5)
      pictures.push(svg)
    }

    const alone = await context.newPage()
    for (const svg of pictures) {
      await alone.goto(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
      const size = await alone.evaluate(() => {
        const { width, height } = document.documentElement.getBoundingClientRect()
        return [document.documentElement.localName, width, height]
      })
      expect(size.slice(0, 2)).toEqual(['svg', 960])
    }
    await alone.goto('about:blank')
    const { width, colours, corner } = await alone.evaluate(async (svg) => {
      const image = new Image()
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const ink = canvas.getContext('2d')!
      ink.drawImage(image, 0, 0)
      const { data: pixels } = ink.getImageData(0, 0, canvas.width, canvas.height)
      const seen = new Set<number>()
      for (let at = 0; at < pixels.length; at += 4)
        seen.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!)
      return { width: canvas.width, colours: seen.size, corner: Array.from(pixels.subarray(0, 4)) }
    }, pictures[1]!)
    expect(width).toBe(960)
    expect(colours).toBeGreaterThan(8)
    expect(corner).toEqual([255, 255, 255, 255])
  },
)
