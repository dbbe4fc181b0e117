import type { Locator, Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { isOnePage } from './support/one-page.ts'
import { MORE_CONTACTS, test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/** Each test has its own server for data of users. */
test.use({ env: { ...MORE_CONTACTS, ARCHIVE: 'disk', WEBHOOK_HOSTS: 'hooks.example.com' } })

const enter = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'marketer')
}
/** Like another tab: only the browser resolves the second server's name. */
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
    await expect(page.getByRole('button', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled')
    const paper = page.getByRole('article')
    await expect(paper.getByRole('heading', { name: title })).toBeVisible()
    await expect(paper).toContainText('New landing page went live')
    await isOnePage(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('costs of a period with its comparison are one page in Russian, whose words about them are longer', async ({
  page,
  second: { origin },
}) => {
  await enter(page, origin)
  const spent = { client: null, object: null, campaign: null, months: { [MONTH]: 520_000 } }
  const sources = ['Поисковая реклама', 'Карты', 'Партнёры', 'Реклама в соцсетях']
  await write(page, 'PUT', '/preferences', {
    base_version: 0,
    preferences: { spend: sources.map((source) => ({ ...spent, source })) },
  })
  await page.goto(`${origin}/overview/report?lang=ru`)
  await expect(page.getByRole('button', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByRole('article')).toContainText('Расходы есть за')
  await isOnePage(page)
})

const MANY = Array.from({ length: 10_000 }, (_, nth) => `a${nth}@b.example`).join(', ')
const MEGABYTE = 'x'.repeat(1024 * 1024)

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

type Requests = () => readonly { readonly method: string; readonly route: string }[]
const writesOf = (requests: Requests) => () =>
  requests()
    .filter(({ method, route }) => method !== 'GET' && /reports|alerts$|notes/.test(route))
    .map(({ method, route }) => `${method} ${route}`)

test('ten thousand addresses are refused beside the field where they were typed, and nothing is kept of them', async ({
  page,
  second: { origin, requests },
}) => {
  const writes = writesOf(requests)
  await enter(page, origin)
  await page.goto(`${origin}/alerts`)
  await page.getByRole('button', { name: 'New report' }).click()
  const report = page.getByRole('dialog', { name: 'New report' })
  const to = report.getByRole('textbox', { name: 'To' })
  await refuses(report, to, MANY, 'Create report', 'At most 50 addresses')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('button', { name: 'New alert' }).click()
  const alert = page.getByRole('dialog', { name: 'New alert' })
  const mails = alert.getByRole('textbox', { name: 'Email addresses' })
  await mails.fill(MANY)
  await expect(alert.getByText('At most 50 addresses.')).toBeVisible()
  await expect(alert.getByRole('button', { name: /^Create alert/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(mails).toHaveValue(MANY)
  expect(writes()).toEqual([])
})

test('a note of a megabyte says why it is too long, and nothing that was typed is lost', async ({
  page,
  second: { origin, requests },
}) => {
  const writes = writesOf(requests)
  await enter(page, origin)
  await page.goto(`${origin}/overview?period=last_7_days&compare=none`)
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('dialog', { name: 'Add note' })
  const long = /^At most 280 characters, these are 1,048,576\./
  await refuses(note, note.getByLabel('What happened'), MEGABYTE, 'Save note', long)
  await note.getByRole('button', { name: 'Cancel' }).click()
  expect(writes()).toEqual([])
})

test('the day on which the clock skips a report’s time is told within its column', async ({
  page,
  second: { origin },
}) => {
  await enter(page, origin)
  await write(page, 'PUT', '/standing', {})
  const timing = { every: 'day', at: '02:30' }
  const settings = { client: null, object: null, timing, zone: 'Europe/Berlin', language: 'en' }
  await write(page, 'POST', '/reports', { version: 0, settings: { ...settings, to: ['a@example.com'] } })
  await page.goto(`${origin}/alerts`)
  const note = page.getByText(/the clock skips this time/)
  await expect(note).toBeVisible()
  const endOf = async (of: Locator) => {
    const { x, width } = (await of.boundingBox())!
    return x + width
  }
  const words = await note.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return range.getBoundingClientRect().right
  })
  expect(words).toBeLessThanOrEqual(await endOf(page.getByRole('cell').filter({ has: note })))
})
