import type { Locator, Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { isOnePage } from './support/one-page.ts'
import { MORE_CONTACTS, test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/** What people write stays on a server of each test's own. */
test.use({ env: { ...MORE_CONTACTS, ARCHIVE: 'on', WEBHOOK_HOSTS: 'hooks.example.com' } })

const enter = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'marketer')
}
/** As another tab would: the second server's name is known to the browser alone. */
const write = async (page: Page, method: 'POST' | 'PUT', path: string, body: unknown) => {
  const status = await page.evaluate(
    async ({ to, isNew, text }) => {
      const headers = { 'x-requested-by': 'callboard', 'content-type': 'application/json' }
      return (await fetch(to, { method: isNew ? 'POST' : 'PUT', headers, body: text })).status
    },
    { to: `/api${path}`, isNew: method === 'POST', text: JSON.stringify(body) },
  )
  expect(status, `${method} ${path}`).toBe(200)
}

const TODAY = new Date().toISOString().slice(0, 10)
const MONTH = addDays(TODAY, -3).slice(0, 7)
const DAYS = `date_from=${MONTH}-01&date_to=${addDays(TODAY, -3)}`

test('plan, costs and notes together are one page in either language, with nothing cut off', async ({
  page,
  second: { origin },
}) => {
  await enter(page, origin)
  const planned = { contacts: 100_000, target: 42_000, spend: 90_000_000 }
  await write(page, 'PUT', '/month-plans', { month: MONTH, oid: null, version: 0, ...planned })
  for (const [nth, text] of ['New landing page went live', 'x'.repeat(280), 'Ы'.repeat(280)].entries())
    await write(page, 'POST', '/notes', {
      day: addDays(`${MONTH}-01`, nth),
      reach: 'client',
      oid: null,
      text,
    })
  const spent = { client: null, object: null, campaign: null, months: { [MONTH]: 520_000 } }
  const spend = ['Поисковая реклама', 'Карты'].map((source) => ({ ...spent, source }))
  await write(page, 'PUT', '/preferences', { base_version: 0, preferences: { spend } })
  for (const [lang, title] of [
    ['en', /^Plan for /],
    ['ru', /^План на /],
  ] as const) {
    await page.goto(`${origin}/overview/report?${DAYS}&lang=${lang}`)
    // What is printed waits for all of it.
    await expect(page.getByRole('button', { name: 'Print' })).not.toHaveAttribute('aria-disabled')
    const paper = page.getByRole('article')
    await expect(paper.getByRole('heading', { name: title })).toBeVisible()
    await expect(paper).toContainText('New landing page went live')
    await isOnePage(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

const MANY = Array.from({ length: 10_000 }, (_, nth) => `a${nth}@b.example`).join(', ')
const MEGABYTE = 'x'.repeat(1024 * 1024)

/** Says what is wrong when it is pressed, and what was typed is still there. */
const refuses = async (
  form: Locator,
  field: Locator,
  typed: string,
  button: string,
  words: string | RegExp,
) => {
  await field.fill(typed)
  await form.getByRole('button', { name: button, exact: true }).click()
  await expect(form.getByText(words)).toBeVisible()
  await expect(field).toHaveValue(typed)
}

test('what cannot be told to anybody says why beside it, and nothing that was typed is lost', async ({
  page,
  second: { origin, requests },
}) => {
  const kept = () =>
    requests().filter(
      ({ method, route }) => method !== 'GET' && /reports|alerts$|notes|plans|marks/.test(route),
    )
  await enter(page, origin)
  await page.goto(`${origin}/alerts`)

  await page.getByRole('button', { name: 'New report' }).click()
  const report = page.getByRole('dialog', { name: 'New report' })
  const to = report.getByRole('textbox', { name: 'To' })
  await refuses(report, to, 'olga@sever.example, nobody', 'Create report', '“nobody” is no address')
  await refuses(report, to, MANY, 'Create report', 'At most 50 addresses')
  // The thirtieth of February cannot be asked for: only days that every month has, and the last.
  await report.getByRole('combobox', { name: 'How often' }).selectOption('Monthly')
  const days = await report.getByRole('combobox', { name: 'Day' }).locator('option').allTextContents()
  expect(days.slice(-2)).toEqual(['28', 'Last day'])
  expect(kept()).toEqual([])
  // A time that the clock skips is kept, with the day on which it does.
  await report.getByRole('combobox', { name: 'How often' }).selectOption('Daily')
  await report.getByRole('combobox', { name: 'Time', exact: true }).selectOption('02:30')
  await report.getByRole('combobox', { name: 'Time zone' }).selectOption('America/New_York')
  await to.fill('olga@sever.example')
  await report.getByRole('button', { name: 'Create report' }).click()
  await expect(
    page.getByText(/^On .+ the clock skips this time: the mail goes out at 03:30 then\./),
  ).toBeVisible()

  await page.getByRole('button', { name: 'New alert' }).click()
  const alert = page.getByRole('dialog', { name: 'New alert' })
  const mails = alert.getByRole('textbox', { name: 'E-mail addresses' })
  const create = /^Create alert/
  const isRefused = async (field: Locator, typed: string, words: string | RegExp) => {
    await field.fill(typed)
    await expect(alert.getByText(words)).toBeVisible()
    await expect(alert.getByRole('button', { name: create })).toHaveAttribute('aria-disabled', 'true')
    await expect(field).toHaveValue(typed)
  }
  await isRefused(mails, 'boss@example.com, somebody', '“somebody” is no e-mail address.')
  await isRefused(mails, MANY, /50/)
  await mails.fill('boss@example.com')
  const hook = alert.getByRole('textbox', { name: 'Webhook' })
  await isRefused(hook, 'http://127.0.0.1/', /^An https address, please/)
  await isRefused(hook, 'https://127.0.0.1/x', /^Callboard may not post to 127\.0\.0\.1\. Allowed hosts:/)
  expect(kept().filter(({ route }) => route.endsWith('/alerts'))).toEqual([])
  await page.keyboard.press('Escape')

  await page.goto(`${origin}/overview?period=last_7_days&compare=none`)
  await page.getByRole('button', { name: 'Set a plan' }).first().click()
  const plan = page.getByRole('dialog', { name: 'Plan for a month' })
  await refuses(
    plan,
    plan.getByLabel('Contacts', { exact: true }),
    '−5',
    'Save plan',
    'A plan cannot be below zero.',
  )
  await refuses(
    plan,
    plan.getByLabel('Target contacts'),
    'много',
    'Save plan',
    'Write a number, such as 500.',
  )
  await plan.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('dialog', { name: 'Add note' })
  const long = /^At most 280 characters, these are 1,048,576\./
  await refuses(note, note.getByLabel('What happened'), MEGABYTE, 'Save note', long)
  await note.getByRole('button', { name: 'Cancel' }).click()

  // Rows move until all that tells of them has been read, which their names are asked for after.
  const whole = page.waitForResponse((answer) => answer.url().includes('/api/archive/names'), {
    timeout: 180_000,
  })
  await page.goto(`${origin}/call-back?tab=all`)
  await whole
  await page
    .getByRole('button', { name: /^More: / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Note/ }).click()
  const mark = page.getByRole('dialog', { name: /^Note: / })
  const most = /^At most 2,000 characters; these are 1,048,576\./
  await refuses(mark, mark.getByRole('textbox', { name: 'Note' }), MEGABYTE, 'Save note', most)
  expect(kept().map(({ method, route }) => `${method} ${route}`)).toEqual(['POST /api/reports'])
})
