import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import { LANGUAGE_COOKIE } from '#/i18n/locale.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { ORIGIN } from './support/address.ts'
import { clientNamed } from './support/agency.ts'
import { fetchJson } from './support/calls.ts'
import { filterBy, pill } from './support/journal.ts'
import { found, rawValues, type RawValues } from './support/raw-values.ts'
import { credentialsOf, signInByRequest, type Who } from './support/sign-in.ts'
import { answered, expect, test } from './support/test.ts'

const BAR = { en: 'Presentation mode is on.', ru: 'Включён режим презентации.' } as const
type Language = keyof typeof BAR

const bar = (page: Page, language: Language = 'en') => page.getByRole('region', { name: BAR[language] })
/** By physical key. */
const pressKey = (page: Page) =>
  page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'З',
        code: 'KeyP',
        shiftKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  )
const present = async (page: Page) => {
  // Keys pressed early aren't lost.
  await expect(page.getByRole('button', { name: /^(?:Account|Аккаунт)/ })).toBeVisible()
  await pressKey(page)
  await expect(bar(page)).toBeVisible()
}

/** Instants in attributes may look like sums. */
const shown = async (page: Page) =>
  `${await page.title()}\n${await page.content()}`.replaceAll(/:\d\d\.\d{3}Z/g, 'Z')

/** Separate values must not join into a number. */
const cellsOf = (csv: string) => csv.replaceAll(/[,;]/g, '\n')

const showsNothing = async (page: Page, raw: RawValues, ready: () => Promise<unknown>) => {
  await ready()
  await answered(page)
  expect(found(await shown(page), raw), page.url()).toEqual([])
}

/** Pages by who masks: the browser masks sums and times, the server everything else. */
const pagesOf = async (page: Page, client: string | null) => {
  const prefix = client === null ? '' : `/clients/${client}`
  const { calls } = await fetchJson<{ calls: ListedCall[] }>(page, `${prefix}/calls?period=year`)
  const { objs } = await fetchJson<{ objs: Obj[] }>(page, `${prefix}/objs/`)
  const contact = (test: (call: ListedCall) => unknown) => {
    const found = calls.find((call) => call.id && test(call))
    return found ? [`/objects/${encodeURIComponent(found.obj_oid)}/calls/${found.id}`] : []
  }
  const browser = [
    '/overview',
    '/overview/report',
    '/overview/tools',
    '/overview/changes',
    '/calls?period=year',
    ...contact(({ customer_status: deal }) => deal),
  ]
  const contacts = [
    `/objects/${encodeURIComponent(objs[0]!.oid)}/calls?period=year`,
    ...contact(() => true),
    ...contact(({ messages }) => messages),
    ...contact(({ comments }) => comments?.length > 0),
    ...contact(({ custom_data: data }) => data),
    ...contact(({ record_url: recording }) => recording),
    '/call-back',
  ]
  const rest = [
    '/objects',
    ...objs.slice(0, 2).map(({ oid }) => `/objects/${encodeURIComponent(oid)}`),
    '/settings',
    '/health',
    '/alerts',
    '/console?endpoint=all_calls',
    ...(client === null ? [] : ['/clients', '/audit']),
  ]
  const ofClient = (path: string) =>
    client === null ? path : `${path}${path.includes('?') ? '&' : '?'}client=${encodeURIComponent(client)}`
  return {
    browser: browser.map(ofClient),
    'server, contacts': [...new Set(contacts)].map(ofClient),
    'server, other pages': rest.map(ofClient),
  }
}

const MASKED_BY: readonly (readonly [Language, keyof Awaited<ReturnType<typeof pagesOf>>])[] = [
  ['en', 'browser'],
  ['en', 'server, contacts'],
  ['en', 'server, other pages'],
  ['ru', 'browser'],
]
const WHOSE = (['marketer', 'edge', 'manager'] as const satisfies Who[]).flatMap((who) =>
  MASKED_BY.map(([language, masks]) => ({ who, language, masks })),
)
for (const { who, language, masks } of WHOSE)
  test(`presenting-shows-nothing: no page of ${who} in ${language} holds a number, a name, a text or a sum (masked by the ${masks})`, async ({
    page,
    context,
    allowConsole,
  }) => {
    // Hostile recordings don't exist.
    allowConsole(/status of 4\d\d/)
    await signInByRequest(page, who)
    const client = who === 'manager' ? await clientNamed(page, 'Sever Group') : null
    const raw = rawValues(credentialsOf(who).email)
    expect(raw.phones.size, 'the sample has what could be found').toBeGreaterThan(20)
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: ORIGIN }])
    const { browser, [masks]: pages } = await pagesOf(page, client)
    await page.goto(browser.find((path) => path.startsWith('/calls'))!)
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    expect(found(await shown(page), raw).length, 'what is shown without the mode').toBeGreaterThan(5)
    // Open pages would reload themselves.
    await page.goto('about:blank')
    await context.addCookies([{ name: PRIVACY_MODE_COOKIE, value: 'a-visit', url: ORIGIN }])
    for (const path of pages) {
      await page.goto(path)
      await showsNothing(page, raw, () => expect(bar(page, language)).toBeVisible())
      if (!path.startsWith('/console')) continue
      await page
        .getByRole('button', { name: language === 'en' ? 'Send request' : 'Отправить' })
        .first()
        .click()
      await showsNothing(page, raw, () => expect(page.getByText('phone_number_from').first()).toBeVisible())
    }
  })

test('files and what is copied are masked, their names too', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByRequest(page, 'marketer')
  const raw = rawValues(credentialsOf('marketer').email)
  await page.goto('/calls?period=month')
  await present(page)
  const dialog = page.getByRole('dialog', { name: 'Export' })
  for (const format of ['CSV', 'XLSX']) {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByRole('radio', { name: /All columns/ }).check()
    await dialog.getByRole('radio', { name: format }).check()
    const waiting = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Start export' }).click()
    const download = await waiting
    const bytes = await readFile(await download.path())
    const text = format === 'CSV' ? cellsOf(bytes.toString('utf8')) : JSON.stringify(await readXlsx(bytes))
    expect(text.length).toBeGreaterThan(10_000)
    expect(text).toContain('•••')
    expect(found(`${download.suggestedFilename()}\n${text}`, raw)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  await page
    .getByRole('table', { name: 'Contacts' })
    .getByText(/^\+7 •/)
    .first()
    .hover()
  await page.getByRole('button', { name: 'Copy the number' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  // Clipboard reading is blocked: paste instead.
  await page.getByRole('button', { name: /^Page address/ }).click()
  const address = page.getByRole('textbox', { name: 'Page address' })
  await address.press('ControlOrMeta+v')
  await expect(address).toHaveValue(/^\+7 ••• ••\d-\d\d-\d\d$/)
})

test('files of panels, the printed report and what "Go to" finds are masked as well', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  const raw = rawValues(credentialsOf('marketer').email)
  const number = [...raw.phones][0]!.slice(-4)
  await page.goto('/overview')
  await present(page)
  await expect(page.getByText(/^All [\d,]+ contacts? loaded$/)).toBeVisible()
  const buttons = page.getByRole('button', { name: /^Export / })
  for (const panel of ['Sources', 'Pages'])
    await expect(page.getByRole('button', { name: `Export ${panel}`, exact: true })).toBeVisible()
  const panels = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!))
  for (const panel of panels) {
    await page.getByRole('button', { name: panel, exact: true }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('menu', { name: panel }).getByRole('menuitem', { name: /^CSV/ }).press('Enter')
    const file = await waiting
    const text = cellsOf(await readFile(await file.path(), 'utf8'))
    expect(found(`${file.suggestedFilename()}\n${text}`, raw), panel).toEqual([])
  }

  await page.goto('/overview/report')
  await page.emulateMedia({ media: 'print' })
  await showsNothing(page, raw, () =>
    expect(page.getByRole('article').locator('footer')).toContainText('Callboard · made'),
  )
  await page.emulateMedia({ media: null })

  await page.goto('/calls')
  const goTo = page.getByRole('dialog', { name: 'Go to' })
  await page.getByRole('button', { name: /^Go to/ }).click()
  await showsNothing(page, raw, () => expect(goTo.getByRole('option').first()).toBeVisible())
  for (const typed of [number, 'ул']) {
    await goTo.getByRole('combobox').fill(typed)
    await showsNothing(page, raw, () => expect(goTo.getByRole('status')).toHaveText(/^\d+ results?$/))
  }
})

test('presenting-reload: the mode comes back with the page before anything is drawn, is in every tab, and ends everywhere', async ({
  page,
  context,
}) => {
  await signInByRequest(page, 'marketer')
  const raw = rawValues(credentialsOf('marketer').email)
  const other = await context.newPage()
  for (const one of [page, other]) await one.goto('/calls?period=year')
  const callers = (one: Page) => one.getByRole('table', { name: 'Contacts' })
  await expect(
    callers(other)
      .getByText(/^\+7 \d/)
      .first(),
  ).toBeVisible()
  await present(page)
  await expect(
    callers(page)
      .getByText(/^\+7 •/)
      .first(),
  ).toBeVisible()
  await expect(bar(other)).toBeVisible()
  await expect(
    callers(other)
      .getByText(/^\+7 •/)
      .first(),
  ).toBeVisible()

  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => seen.push(`${document.title}\n${document.documentElement.outerHTML}`)).observe(
      document,
      {
        childList: true,
        subtree: true,
        characterData: true,
      },
    )
  })
  await page.reload()
  await expect(
    callers(page)
      .getByText(/^\+7 •/)
      .first(),
  ).toBeVisible()
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.flatMap((one) => found(one, raw))).toEqual([])

  await bar(page).getByRole('button', { name: 'End' }).click()
  await expect(
    callers(page)
      .getByText(/^\+7 \d/)
      .first(),
  ).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(
    callers(other)
      .getByText(/^\+7 \d/)
      .first(),
  ).toBeVisible()
})

test('a caller is filtered by in their row, and the number that was filtered by before is nowhere', async ({
  page,
}) => {
  await signInByRequest(page, 'marketer')
  const raw = rawValues(credentialsOf('marketer').email)
  await page.goto('/calls?period=year')
  const first = (shape: RegExp) => page.getByRole('table', { name: 'Contacts' }).getByText(shape).first()
  const number = await filterBy(page, /^\+7 \d/)
  await expect(pill(page, `Caller ${number}`)).toBeVisible()
  await present(page)
  await showsNothing(page, raw, () => expect(first(/^\+7 •/)).toBeVisible())
  await expect(page.getByRole('button', { name: /^Caller \+7/ })).toBeHidden()
  const mask = await filterBy(page, /^\+7 •/)
  await expect(pill(page, `Caller ${mask}`)).toBeVisible()
  await expect(first(/^\+7 •/)).toHaveText(mask)
  await showsNothing(page, raw, () =>
    expect(page.getByRole('status').filter({ hasText: /contacts?$/ })).toBeVisible(),
  )
  // Back leads before the presentation.
  await page.goBack()
  await showsNothing(page, raw, () => expect(first(/^\+7 •/)).toBeVisible())
})
