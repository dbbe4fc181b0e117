import process from 'node:process'
import { expect, type Page } from '@playwright/test'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { measureMemory, type PageMemory } from '../e2e/support/watch/page-memory.ts'
import { addGoal, addRemark, addTable, chosenSize, shownAs, type BenchOptions } from './report.ts'
import { inFolder } from './machine.ts'
import { buildApp, withApp, type BenchApp } from './servers.ts'

/*
 * What a page still holds after a day's work in one document: flows of an agency's manager walked again and again, the
 * overview left open, and the live screen. `--loops 20` walks fewer loops (a multiple of four), `--hours 1` leaves the overview
 * open for less, `--kiosk 2` the live screen; each is left out with 0.
 */

const CONTACTS = 30_000
/** Loops of which the least is taken, every other one: the clients take turns, and what is let go of late is no leak. */
const LAST = 4
/** Of each table, about. */
const ROWS = 4
const PATIENCE_MS = 30_000
const MINUTE_MS = 60_000
/**
 * Compiled code is no leak. A function is compiled once and stays so: V8 keeps a list for each script of what it has compiled,
 * and code that goes with each collection would be compiled, and listed, again in each loop (36 KB of them).
 */
const WITHOUT_CODE = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode']
const NEXT = 'Compare two heap snapshots, a few loops or hours apart, by what keeps the new objects'

/** Two clients of the sample, in turns. */
const CLIENTS = ['Sever Group', 'Motor Servis'] as const
const { email, password } = sampleSignIn('agency_manager')

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const contacts = (page: Page) =>
  page.getByRole('table', { name: 'Contacts' }).getByRole('link', { name: /\d\d:\d\d/ })

/** Signs in on the page that is there. */
const enter = async (page: Page) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
  await button(page, 'Account').waitFor()
}

const choose = async (page: Page, client: string) => {
  await button(page, /^Client /).click()
  await page.getByRole('searchbox', { name: 'Clients', exact: true }).fill(client)
  await page.getByRole('option').first().click()
  await button(page, `Client ${client}`).waitFor()
}

const openJournal = async (page: Page) => {
  await go(page, 'Journal')
  await contacts(page).first().waitFor()
}

const goToOverview = async (page: Page) => {
  await go(page, 'Overview')
  await region(page, 'Trend').getByRole('slider').waitFor()
  await button(page, 'Refresh').waitFor()
}

type Flow = (page: Page, loop: number) => Promise<unknown>

/** By name, in the order they are walked. The last one leads to where each loop is measured. */
const FLOWS: Readonly<Record<string, Flow>> = {
  'sign out and in': async (page) => {
    await button(page, 'Account').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await enter(page)
  },
  'switch the client': (page, loop) => choose(page, CLIENTS[loop % CLIENTS.length]!),
  'scroll the journal': async (page) => {
    await openJournal(page)
    const box = page.locator('[data-scroll-restoration-id="contacts"]')
    for (const share of [0.2, 0.5, 1, 0.3, 0]) {
      await box.evaluate((one, to) => (one.scrollTop = one.scrollHeight * to), share)
      await contacts(page).first().waitFor()
    }
  },
  'filter it': async (page) => {
    const chip = page.getByRole('checkbox', { name: 'Target only' })
    await chip.click()
    await expect(page).toHaveURL(/target_filter/)
    await contacts(page).first().waitFor()
    await chip.click()
    await expect(page).not.toHaveURL(/target_filter/)
    await contacts(page).first().waitFor()
  },
  'open a contact and come back': async (page) => {
    await contacts(page).first().click()
    await page.getByRole('link', { name: 'Back to journal' }).click()
    await contacts(page).first().waitFor()
  },
  'begin an export and leave it': async (page) => {
    const open = dialog(page, 'Export')
    const start = open.getByRole('button', { name: 'Start export' })
    // The first of them ends the export in every state.
    const leave = open.getByRole('button', { name: /^(Cancel|Close)$/ }).first()
    await button(page, 'Export').click()
    await leave.waitFor()
    // The one before had begun when it was left.
    if (!(await start.isVisible())) {
      await leave.click()
      await open.waitFor({ state: 'hidden' })
      await button(page, 'Export').click()
    }
    await start.click()
    await leave.click()
    await open.waitFor({ state: 'hidden' })
  },
  'look at the overview and a receipt': async (page) => {
    await goToOverview(page)
    await region(page, 'Summary').getByRole('button').first().click()
    await dialog(page, 'Receipt').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Receipt').waitFor({ state: 'hidden' })
  },
  'narrow the report and widen it': async (page) => {
    await region(page, 'Sources').getByRole('rowheader').getByRole('button').nth(1).click()
    await button(page, /^Remove filter/).click()
    await button(page, /^Remove filter/).waitFor({ state: 'hidden' })
  },
  'change the period': async (page) => {
    for (const name of ['Last 7 days', 'Last 30 days']) {
      await button(page, /^Period /).click()
      await page.getByRole('option', { name, exact: true }).click()
      await button(page, 'Apply').click()
      await button(page, `Period ${name}`).waitFor()
      await button(page, 'Refresh').waitFor()
    }
  },
  'print the report': async (page) => {
    await page.getByRole('link', { name: 'Report' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await region(page, 'Trend').getByRole('slider').waitFor()
  },
  'change an object’s settings and take it back': async (page) => {
    await go(page, 'Objects')
    await page.locator('a[data-to="object"]').first().click()
    const script = region(page, 'Tracking script')
    const box = script.getByRole('checkbox').first()
    await box.click()
    await script.getByText('1 change not saved').waitFor()
    await box.click()
    await script.getByText('1 change not saved').waitFor({ state: 'hidden' })
  },
  'language, theme and settings': async (page) => {
    await go(page, 'Settings')
    await region(page, 'Language').getByRole('radio', { name: 'Русский' }).click()
    await region(page, 'Язык').getByRole('radio', { name: 'English' }).click()
    for (const name of ['Dark', 'Light']) await region(page, 'Theme').getByRole('radio', { name }).check()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  },
}

/** The figures of a page's memory, and by how much each may grow. */
const HELD = [
  { key: 'detached', name: 'detached nodes', most: 0, unit: '' },
  { key: 'listeners', name: 'listeners', most: 0, unit: '' },
  { key: 'workers', name: 'workers', most: 0, unit: '' },
  { key: 'heapMb', name: 'heap', most: 2, unit: 'MB' },
] as const
type Row = readonly [name: string, held: PageMemory]

const addMemory = (rows: readonly Row[]) =>
  addTable([
    ['soak', ...HELD.map(({ name, unit }) => `${name} ${unit}`.trim())],
    ...rows.map(([name, held]) => [name, ...HELD.map(({ key, unit }) => shownAs(held[key], unit))]),
  ])

/** By the least of some figures before and after. */
const addGrowth = (of: string, before: readonly PageMemory[], after: readonly PageMemory[]) => {
  for (const { key, name, most, unit } of HELD) {
    const [from = 0, to = 0] = [before, after].map((some) => Math.min(...some.map((held) => held[key])))
    addGoal(`${of}: ${name} more`, to - from, most, unit, NEXT)
  }
}

const walk = async ({ browser, origin }: BenchApp, loops: number): Promise<Row[]> => {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto('/sign-in')
  await enter(page)
  const measure = await measureMemory(page)
  const ends = [loops / 2, loops] as const
  const counted = new Map<number, PageMemory[]>(ends.map((end) => [end, []]))
  const rows: Row[] = []
  for (let loop = 1; loop <= loops; loop++) {
    for (const [name, flow] of Object.entries(FLOWS))
      try {
        await flow(page, loop)
      } catch (error) {
        throw new Error(`Loop ${loop} could not ${name}`, { cause: error })
      }
    const isRow = loop % Math.max(2, Math.round(loops / ROWS)) === 0
    const into = ends.find((end) => loop <= end && loop > end - 2 * LAST && (end - loop) % 2 === 0)
    if (!isRow && into === undefined) continue
    const held = await measure()
    if (into !== undefined) counted.get(into)?.push(held)
    if (isRow) rows.push([`loop ${loop}`, held])
    process.stdout.write('.')
  }
  await context.close()
  const [before = [], after = []] = ends.map((end) => counted.get(end))
  addGrowth(`loop ${ends.join(' to ')}`, before, after)
  return rows
}

/** A page that is left open for so many hours of its clock, a minute at a time. */
const leaveOpen = async (
  { open }: BenchApp,
  hours: number,
  what: {
    readonly name: string
    readonly address: string
    readonly size: { width: number; height: number }
    /** What is done on it every hour. */
    readonly look: (page: Page) => Promise<void>
  },
): Promise<Row[]> => {
  if (hours === 0) return []
  const page = await open('marketer', what.size)
  page.setDefaultTimeout(PATIENCE_MS)
  await page.clock.install()
  await page.goto(what.address)
  await what.look(page)
  const measure = await measureMemory(page)
  const rows: Row[] = []
  for (let hour = 1; hour <= hours; hour++) {
    for (let minute = 0; minute < 60; minute++) await page.clock.runFor(MINUTE_MS)
    await what.look(page)
    const held = await measure()
    if (hour === 1 || hour % Math.max(1, Math.round(hours / ROWS)) === 0)
      rows.push([`${what.name}, hour ${hour}`, held])
    process.stdout.write('.')
  }
  await page.context().close()
  if (rows.length > 1) addGrowth(`${what.name}, hour 1 to ${hours}`, [rows[0]![1]], [rows.at(-1)![1]])
  return rows
}

const OVERVIEW = {
  name: 'overview',
  address: '/overview',
  size: { width: 1440, height: 900 },
  look: async (page: Page) => {
    // A user who returns sees what has changed.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await goToOverview(page)
  },
}
const LIVE = {
  name: 'live screen',
  address: '/live',
  size: { width: 1920, height: 1080 },
  look: (page: Page) =>
    page.getByRole('region', { name: 'Newest contacts' }).getByRole('listitem').first().waitFor(),
}

export const measureSoak = async (options: BenchOptions): Promise<void> => {
  const loops = chosenSize(options.loops, options, 200, 8)
  const hours = chosenSize(options.hours, options, 8, 2)
  const kiosk = chosenSize(options.kiosk, options, 24, 2)
  const names = Object.keys(FLOWS)
  addRemark(
    `${names.length} flows a loop: ${names.join('; ')}. What is left after a forced collection that takes compiled code too, the least of the last ${LAST} even loops.`,
  )
  buildApp()
  await inFolder((folder) =>
    withApp({ folder, contacts: CONTACTS, flags: WITHOUT_CODE }, async (app) => {
      addMemory([
        ...(loops > 0 ? await walk(app, loops) : []),
        ...(await leaveOpen(app, hours, OVERVIEW)),
        ...(await leaveOpen(app, kiosk, LIVE)),
      ])
    }),
  )
}
