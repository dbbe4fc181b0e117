import type { Page } from '@playwright/test'
import { asked } from './support/asked.ts'
import { contactsOf } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Listen through' })
const opener = (page: Page) => page.getByRole('button', { name: 'Listen through' })
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const position = (page: Page) => bar(page).getByRole('slider', { name: 'Position' })
const currentRow = (page: Page) => table(page, 'Contacts').locator.locator('tr[aria-current]')

const ALIAS = 'domograd-example-berlin'

/** Opens an object's journal. @returns addresses of the recordings on its first pages, in their order */
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

/** The recording sounds. */
const plays = async (page: Page, path: string | undefined) => {
  await expect.poll(async () => (await heard(page)).path).toBe(path)
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0)
}

/** Hears what is left of a recording: its last moments. */
const toItsEnd = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration - 0.2
  })

test.describe('a marketer', () => {
  test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

  test('hears one recording after another, each by itself, and sees where it is', async ({ page }) => {
    const paths = await openJournal(page)
    await opener(page).click()
    await plays(page, paths[0])
    await expect(button(page, 'Pause')).toBeFocused()
    await expect(bar(page)).toContainText(/heard 0 of \d+\+/)
    await expect(page.locator('audio')).toHaveCount(1)

    await toItsEnd(page)
    await plays(page, paths[1])
    await expect(bar(page)).toContainText(/heard 1 of \d+\+/)
    const link = currentRow(page).getByRole('link').first()
    await expect(link).toHaveAttribute('href', new RegExp(`/${paths[1]!.split('/').at(-1)}$`))
    await expect(bar(page).getByRole('link').first()).toHaveAttribute(
      'href',
      (await link.getAttribute('href'))!,
    )
    // The keys follow the sound, and the focus stays where it was.
    await expect(button(page, 'Pause')).toBeFocused()
  })

  test('goes on and back by j and k, plays and skips by keys, and closes by Esc', async ({ page }) => {
    const paths = await openJournal(page)
    await opener(page).click()
    await plays(page, paths[0])
    await page.keyboard.press('j')
    await plays(page, paths[1])
    await page.keyboard.press('j')
    await plays(page, paths[2])
    await page.keyboard.press('k')
    await plays(page, paths[1])
    await button(page, 'Previous recording').click()
    await plays(page, paths[0])
    // Passed over is not heard.
    await expect(bar(page)).toContainText(/heard 0 of/)
    await page.keyboard.press('k')
    await expect(bar(page)).toContainText('This is the first recording of the list')

    await button(page, 'Pause').click()
    await page.getByRole('heading', { level: 1 }).click()
    const { at } = await heard(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await heard(page)).at).toBeCloseTo(at + 5, 1)
    await page.keyboard.press('Shift+Period')
    await expect(button(page, '1.25×')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Space')
    await expect(button(page, 'Pause')).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await expect(page.locator('audio')).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
    // The table has its keys again.
    const before = await currentRow(page).getAttribute('aria-rowindex')
    await page.keyboard.press('j')
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', String(Number(before) + 1))
  })

  test('begins at the current row', async ({ page }) => {
    const paths = await openJournal(page)
    await page.keyboard.press('j')
    const rows = table(page, 'Contacts').locator.locator('tbody tr')
    const third = rows.filter({ has: page.locator(`a[href$="/${paths[3]!.split('/').at(-1)}"]`) })
    while ((await third.getAttribute('aria-current')) === null) await page.keyboard.press('j')
    await opener(page).click()
    await plays(page, paths[3])
    await page.keyboard.press('k')
    await plays(page, paths[2])
  })

  test('what was heard and where one was is remembered, also over a visit to the contact', async ({
    page,
  }) => {
    const paths = await openJournal(page)
    await opener(page).click()
    await plays(page, paths[0])
    await toItsEnd(page)
    await plays(page, paths[1])
    await position(page).press('ArrowRight')
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(5)
    await button(page, 'Close').click()
    await expect(bar(page)).toHaveCount(0)

    await opener(page).click()
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(5)
    expect((await heard(page)).path).toBe(paths[1])
    await expect(bar(page)).toContainText(/heard 1 of/)

    await bar(page).getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Recording', exact: true })).toBeVisible()
    await page.goBack()
    await opener(page).click()
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(5)
    expect((await heard(page)).path).toBe(paths[1])
    await expect(bar(page)).toContainText(/heard 1 of/)
    // Nothing of it is kept on the device.
    expect(
      await page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      ),
    ).not.toContain(paths[1]!.split('/').at(-1))
  })

  test('a list’s end is announced, and its number is exact when it has been seen', async ({ page }) => {
    const { contacts } = await contactsOf(page, ALIAS, 'period=all', 1)
    const day = contacts.findLast(({ record_url }) => record_url)!.date.slice(0, 10)
    const paths = await openJournal(page, `period=custom&date_from=${day}&date_to=${day}`)
    const last = paths.length - 1
    await opener(page).click()
    await plays(page, paths[0])
    await expect(bar(page)).toContainText(new RegExp(`heard 0 of ${paths.length}(?!\\d|\\+)`))
    for (const path of paths.slice(1)) {
      await page.keyboard.press('j')
      await plays(page, path)
    }
    await toItsEnd(page)
    await expect(bar(page)).toContainText('There are no more recordings in this list')
    await expect(bar(page)).toContainText(`heard 1 of ${paths.length}`)
    expect((await heard(page)).path).toBe(paths[last])
  })

  test('a list without recordings is looked through once, and said to have none', async ({ page }) => {
    // Calls without an answer have no recording.
    const { oid } = await contactsOf(page, ALIAS, 'period=all', 0)
    await page.goto(`/objects/${oid}/calls?period=all&status_filter=NOANSWER`)
    await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
    const queries = asked(page)
    await opener(page).click()
    await expect(bar(page)).toContainText('None of these contacts has a recording')
    await expect(bar(page)).toContainText(/heard 0 of 0(?!\+)/)
    expect(new Set(queries).size).toBe(queries.length)
  })

  test('a recording that fails is reported, skipped and not counted', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(/status of 410/)
    const paths = await openJournal(page)
    await opener(page).click()
    await plays(page, paths[0])
    await fault(context, 'recording-gone')
    await page.keyboard.press('j')
    await expect(bar(page)).toContainText('The service no longer has this recording')
    await fault(context)
    await button(page, 'Next recording').click()
    await plays(page, paths[2])
    await expect(bar(page)).not.toContainText('no longer')
    await expect(bar(page)).toContainText(/heard 0 of/)

    await fault(context, 'recording-gone')
    await page.keyboard.press('j')
    await expect(bar(page)).toContainText('The service no longer has this recording')
    await fault(context)
    await plays(page, paths[4])

    await fault(context, 'recording-gone')
    await page.keyboard.press('j')
    await expect(bar(page)).toContainText('The service no longer has this recording')
  })

  test('other filters close it', async ({ page }) => {
    const paths = await openJournal(page)
    await opener(page).click()
    await plays(page, paths[0])
    await page.getByRole('checkbox', { name: 'Target only' }).check()
    await expect(bar(page)).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('checkbox', { name: 'Target only' })).not.toBeChecked()
    await expect(bar(page)).toHaveCount(0)
  })

  test('fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const paths = await openJournal(page)
    await opener(page).click()
    await plays(page, paths[0])
    const small = await bar(page).evaluate((root) =>
      [...root.querySelectorAll('button, a[download]')]
        .map((one) => one.getBoundingClientRect())
        .filter(
          ({ width, height, right }) => width > 0 && (Math.min(width, height) < 32 || right > innerWidth),
        )
        .map(({ width, height }) => `${width}×${height}`),
    )
    expect(small).toEqual([])
    await button(page, 'Next recording').click()
    await plays(page, paths[1])
    await expect(currentRow(page)).toBeInViewport()
  })
})
