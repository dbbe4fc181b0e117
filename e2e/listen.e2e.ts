import type { Page } from '@playwright/test'
import { contactsOf } from './support/calls.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Play all' })
const opener = (page: Page) => page.getByRole('button', { name: 'Play all' })
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const currentRow = (page: Page) => table(page, 'Contacts').locator.locator('tr[aria-current]')

const ALIAS = 'domograd-example-berlin'

const openJournal = async (page: Page, query = 'period=all') => {
  const { oid, contacts } = await contactsOf(page, ALIAS, query, 3)
  await page.goto(`/objects/${oid}/calls?${query}`)
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  return contacts.filter(({ record_url }) => record_url).map(({ id }) => `/api/recordings/${oid}/${id}`)
}

const heard = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => ({
    path: new URL(audio.src).pathname,
    at: audio.currentTime,
    paused: audio.paused,
  }))

const plays = async (page: Page, path: string | undefined) => {
  await expect.poll(async () => (await heard(page)).path).toBe(path)
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0)
}

const toItsEnd = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration - 0.2
  })

test('one recording after another is heard, each by itself, and the bar fits a phone', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  const paths = await openJournal(page)
  await opener(page).click()
  await plays(page, paths[0])
  await expect(button(page, 'Pause')).toBeFocused()
  await expect(page.locator('audio')).toHaveCount(1)
  await toItsEnd(page)
  await plays(page, paths[1])
  await expect(bar(page)).toContainText(/heard 1 of \d+\+/)
  const link = currentRow(page).getByRole('link').first()
  await expect(link).toHaveAttribute('href', new RegExp(`/${paths[1]!.split('/').at(-1)}$`))
  await expect(button(page, 'Pause')).toBeFocused()
  const { at } = await heard(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(at + 4)
  await page.keyboard.press('j')
  await plays(page, paths[2])
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(5)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await opener(page).click()
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(5)
  expect((await heard(page)).path).toBe(paths[2])
  const small = await bar(page).evaluate((root) =>
    [...root.querySelectorAll('button, a[download]')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width, height, right }) => width > 0 && (Math.min(width, height) < 32 || right > innerWidth))
      .map(({ width, height }) => `${width}×${height}`),
  )
  expect(small).toEqual([])
  await button(page, 'Next recording').click()
  await plays(page, paths[3])
  await expect(currentRow(page)).toBeInViewport()
})
