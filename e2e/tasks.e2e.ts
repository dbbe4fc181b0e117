import { writeFileSync } from 'node:fs'
import type { Page, TestInfo } from '@playwright/test'
import type { Insertable } from 'kysely'
import { dayAt } from '#/contract/day.ts'
import { openReferenceDatabase } from '#/server/reference/api.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import type { ContactTable } from '#/server/reference/schema.ts'
import { countPresses } from './support/watch/presses.ts'
import { beginWithViews, view } from './support/saved-views.ts'
import { test } from './support/servers/real-api.ts'
import { credentialsOf, signIn, signInByRequest, signInUnread, type Who } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/* Tasks with their maximum number of presses. */

const OWN_SERVICE = { API_BASE_URL: '', SAMPLE_CONTACTS: '2000', SAMPLE_NEW_CONTACTS: '0' }
const HOUR_MS = 3_600_000

type Contact = Partial<Insertable<ContactTable>>

const open = async (page: Page, origin: string, who: Who, path: string) => {
  const presses = await countPresses(page)
  await signInUnread(page, origin, who)
  await page.goto(origin + path)
  const before = presses()
  return () => presses() - before
}

const addContacts = async (testInfo: TestInfo, edits: readonly Contact[]) => {
  const { account, object } = SAMPLE_STORIES.barrenSource
  const database = await openReferenceDatabase(testInfo.outputPath('data', 'reference.sqlite'))
  const call = await database
    .selectFrom('contacts')
    .innerJoin('objects', 'objects.id', 'object_id')
    .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
    .selectAll('contacts')
    .where('accounts.email', '=', account)
    .where('objects.alias', '=', object)
    .where('contacts.status', '=', 2)
    .where('has_recording', '=', 1)
    .limit(1)
    .executeTakeFirstOrThrow()
  const contacts = edits.map((edit, nth) => {
    const { occurred_at = Date.now() - (nth + 1) * HOUR_MS } = edit
    const day = dayAt(occurred_at, call.utc_offset)
    return { ...call, ...edit, id: 99_000_000 + nth, occurred_at, day }
  })
  await database.insertInto('contacts').values(contacts).execute()
  await database.destroy()
}

test('why there are fewer contacts is read on the overview: no press', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  const presses = await countPresses(page)
  await page.goto('/overview')
  const changes = page.getByRole('region', { name: 'Changes', exact: true })
  await expect(changes.getByText(/^[\d,]+ (fewer|more) contacts? than /)).toBeVisible()
  expect(presses()).toBe(0)
})

test.describe('with contacts of its own', () => {
  test.use({ env: OWN_SERVICE })

  test('which source to stop is read on the overview: no press', async ({ page, second }, testInfo) => {
    const partner = {
      src: 'PARTNER',
      source_title: 'Партнёры',
      source_title_search: 'партнёры',
      target: 0,
    } as const
    await addContacts(
      testInfo,
      Array.from({ length: 140 }, (_, nth): Contact =>
        nth < 60 ? partner : { target: nth % 2 === 0 ? 0 : 1 },
      ),
    )
    const presses = await open(page, second.origin, 'marketer', '/overview')
    const today = page.getByRole('region', { name: 'Today', exact: true })
    await expect(today.getByText('Stop paying for Партнёры', { exact: true })).toBeVisible()
    expect(presses()).toBe(0)
  })

  test('how a missed first-time caller of last week was answered next is heard: 3 presses', async ({
    page,
    second,
  }, testInfo) => {
    const caller = { phone_number_from: '79990000001', caller_digits: '79990000001' }
    const at = Date.now() - 50 * HOUR_MS
    await addContacts(testInfo, [
      { ...caller, occurred_at: at, status: 3, call_type: 1, duration: 0, has_recording: 0 },
      { ...caller, occurred_at: at + HOUR_MS, call_type: 2 },
    ])
    const presses = await open(page, second.origin, 'marketer', '/call-back')
    await page.getByRole('link', { name: /^All/ }).click()
    await page
      .getByRole('table', { name: 'Callers' })
      .getByRole('row', { name: /999 000-00-01 First-time/ })
      .getByRole('link', { name: /^Reached / })
      .click()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect
      .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0)
    await expect(page).toHaveURL(/\/calls\/99000001$/)
    expect(presses()).toBe(3)
  })
})

test('who of the clients needs attention is read on Clients, and opened there: 1 press', async ({ page }) => {
  await signInByRequest(page, 'manager')
  const presses = await countPresses(page)
  await page.goto('/clients')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('button', { name: 'Check again' })).toBeVisible()
  const line = attention.getByRole('link').first()
  const [name, href] = [await line.locator('bdi').first().innerText(), await line.getAttribute('href')]
  expect(presses()).toBe(0)
  await line.click()
  await expect(page.getByRole('button', { name: `Client ${name}`, exact: true })).toBeVisible()
  await expect.poll(() => page.url()).toContain(href)
  expect(presses()).toBe(1)
})

/** A fake Chromium: printing is covered by unit tests. */
const PRINTER = '#!/bin/sh\nfor one; do case $one in --print-to-pdf=*) echo %PDF- >"${one#*=}";; esac; done\n'

const printingTest = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  env: async ({}, use, testInfo) => {
    const program = testInfo.outputPath('printer')
    writeFileSync(program, PRINTER, { mode: 0o755 })
    await use({ ...OWN_SERVICE, SAMPLE_CONTACTS: '1000', PDF_CHROMIUM: program })
  },
})

printingTest("a month's report of one client is a PDF: 2 presses", async ({ page, second: { origin } }) => {
  const presses = await countPresses(page)
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
  await page.getByRole('link', { name: 'Sever Group', exact: true }).click()
  await expect(page).toHaveURL(/\/overview\?client=/)
  await page.goto(`${page.url()}&period=last_month`)
  const before = presses()
  await page.getByRole('link', { name: 'Report', exact: true }).click()
  const download = page.getByRole('button', { name: 'Download PDF' })
  await expect(download).not.toHaveAttribute('aria-disabled')
  const saving = page.waitForEvent('download')
  await download.click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
  expect(presses() - before).toBe(2)
})

printingTest("a month's reports of all clients are PDFs: 4 presses", async ({ page, second: { origin } }) => {
  const presses = await countPresses(page)
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
  await expect(page).toHaveURL(/\/clients$/)
  const before = presses()
  await page.getByRole('button', { name: 'Monthly reports' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly reports' })
  await dialog.getByRole('button', { name: /^Download \d+ PDFs$/ }).click()
  await expect(dialog.getByText('Results stay here for a day.')).toBeVisible()
  await expect(dialog.getByText(/failed/)).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await dialog.getByText('Download ZIP').click()
  expect((await saving).suggestedFilename()).toMatch(/\.zip$/)
  expect(presses() - before).toBeLessThanOrEqual(4)
})

test('a view goes out by email: 3 presses', async ({ page, second: { origin } }) => {
  await signInUnread(page, origin, 'client')
  await beginWithViews(page, [view('Answered', { period: 'year', status_filter: 'ANSWER' })])
  const presses = await countPresses(page)
  await page.goto(`${origin}/calls?period=year&status_filter=ANSWER`)
  await page.getByRole('button', { name: 'View Answered: actions' }).click()
  await page.getByRole('menuitem', { name: 'Email this view…' }).click()
  await page
    .getByRole('dialog', { name: 'New report' })
    .getByRole('button', { name: 'Create report' })
    .click()
  await expect(page.getByRole('row', { name: /Saved view “Answered”/ })).toContainText(
    credentialsOf('client').email,
  )
  expect(presses()).toBe(3)
})
