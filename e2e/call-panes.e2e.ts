import type { Page } from '@playwright/test'
import { HTML } from '#/server/reference/sample/edge-cases/hostile.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { contactsOf, edgeCase, findContact, openCall } from './support/calls.ts'
import { ORIGIN } from './support/address.ts'
import { fault } from './support/fault.ts'
import { axe, bothThemes } from './support/look.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

const OBJECT = SAMPLE_STORIES.missedAtLunch.object
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** What stands beside a label. */
const fact = (page: Page, pane: string, label: string) =>
  region(page, pane)
    .locator('dl > dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')
/** Pasted elsewhere: our pages may not read the clipboard, and need not. */
const clipboard = async (page: Page) => {
  const paper = await page.context().newPage()
  await paper.setContent('<textarea aria-label="Paper"></textarea>')
  await paper.getByLabel('Paper').focus()
  await paper.keyboard.press('ControlOrMeta+V')
  const text = await paper.getByLabel('Paper').inputValue()
  await paper.close()
  return text
}
/** Opens an edge case, as the account that has them: the rest of the test goes on as that one. */
const edge = async (page: Page, name: string) => {
  await signInByRequest(page, 'edge')
  const { oid } = await contactsOf(page, SAMPLE_STORIES.edgeCases.object, 'period=all', 1)
  await openCall(page, { obj_oid: oid, id: edgeCase(name) })
}

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await signInByRequest(page, 'marketer')
})

test('facts and attribution say what the service says, and can be copied', async ({ page }) => {
  const call = await findContact(
    page,
    OBJECT,
    (one) => one.utm && one.search_request && one.referrer && one.phone_number_from,
  )
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(ORIGIN)) elsewhere.push(request.url())
  })
  await openCall(page, call)
  const head = page.locator('main header').first()
  await expect(head).toContainText(call.call_type.name === 'COMMON' ? 'First-time' : 'Repeat')
  await page.getByRole('button', { name: 'Copy number' }).click()
  expect(await clipboard(page)).toBe(`+${call.phone_number_from.replace(/\D/g, '')}`)

  await expect(fact(page, 'Attribution', 'Source').getByRole('link').first()).toHaveText(call.source!.title)
  await expect(fact(page, 'Attribution', 'Search request')).toContainText(call.search_request!)
  const referrer = fact(page, 'Attribution', 'Referrer').getByRole('link')
  const { host } = new URL(call.referrer!)
  await expect(referrer).toContainText(host)
  await expect(referrer).toHaveAttribute('title', `Opens ${host} in a new tab`)
  await expect(referrer).toHaveAttribute('rel', 'noopener noreferrer')
  for (const [label, value] of [
    ['Search request', call.search_request],
    ['Page', call.request_uri],
    ['Referrer', call.referrer],
  ]) {
    await page.getByRole('button', { name: `Copy ${label}`, exact: true }).click()
    await expect.poll(() => clipboard(page)).toBe(value)
  }
  for (const [name, value] of new URLSearchParams(call.utm!))
    await expect(fact(page, 'Attribution', name.replace('utm_', ''))).toContainText(value)
  await page.getByRole('button', { name: 'Copy the whole tag line' }).click()
  await expect.poll(() => clipboard(page)).toBe(call.utm)

  await expect(fact(page, 'Call', 'Service')).toHaveText(call.service_name)
  await expect(fact(page, 'Call', 'Region')).toContainText(call.region ?? 'not known')
  // Marks and logos are our own drawings: nothing of another host is asked for.
  await expect(page.locator('main img')).toHaveCount(0)
  expect(elsewhere).toEqual([])

  await fact(page, 'Attribution', 'Source').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/calls\?source_text_filter=/)
})

test('tags that are no list of pairs stay one line', async ({ page }) => {
  await edge(page, 'Formulas')
  await expect(region(page, 'Attribution')).toContainText('+cmd|calc')
  await edge(page, 'Odd tags')
  await expect(region(page, 'Attribution')).toContainText(
    'utm_source=%E0%A4%A&utm_medium&=&utm_campaign=a%20b+c',
  )
  await survives(page)
})

test('a custom status has its own colour where that is one, and its name whatever it is', async ({
  page,
}) => {
  const call = await findContact(
    page,
    OBJECT,
    ({ custom_status }) => (custom_status as { color: unknown } | null)?.color,
  )
  const { name, color } = call.custom_status as { name: string; color: string }
  await openCall(page, call)
  const status = fact(page, 'Call', 'Custom status').getByText(name)
  const ink = () => status.evaluate((element) => getComputedStyle(element).color)
  const inks = new Set<string>()
  await bothThemes(page, async () => {
    await axe(page)
    inks.add(await ink())
  })
  expect(inks.size, `${color} for light and dark`).toBe(2)

  await edge(page, 'Custom status in colour')
  const odd = fact(page, 'Call', 'Custom status')
  await expect(odd).not.toHaveText('')
  expect(await odd.locator('[style]').count()).toBe(0)
  await edge(page, 'Custom status a number')
  await expect(fact(page, 'Call', 'Custom status')).toHaveText('7')
})

test('a deal is shown whole, its JSON as what it says', async ({ page }) => {
  // Oldest first: their deals have had time to ripen.
  const call = await findContact(
    page,
    SAMPLE_STORIES.ripeningDeals.object,
    ({ customer_status: deal }) => deal?.price && deal.company !== '{}' && JSON.parse(deal.tags).length > 0,
    'period=all&order_way=ASC',
  )
  const deal = call.customer_status!
  await openCall(page, call)
  const pane = region(page, 'CRM deal')
  await expect(pane).toContainText(deal.price!.toLocaleString('en'))
  for (const text of [deal.status, deal.name, deal.responsible_user, deal.source])
    await expect(pane).toContainText(text)
  const company = JSON.parse(deal.company) as { id: number; name: string }
  await expect(fact(page, 'CRM deal', 'Company')).toContainText(company.name)
  await expect(fact(page, 'CRM deal', 'Company')).toContainText(`id ${company.id}`)
  expect(await fact(page, 'CRM deal', 'Tags').getByRole('listitem').allTextContents()).toEqual(
    JSON.parse(deal.tags),
  )
  await expect(fact(page, 'CRM deal', 'Customer ID')).toContainText(String(deal.customer_id))
  await axe(page)

  await edge(page, 'Deal with bad JSON')
  await expect(fact(page, 'CRM deal', 'Company')).toHaveText('{"name":')
  await expect(fact(page, 'CRM deal', 'Tags')).toHaveText('<b>')
  await edge(page, 'Deal with other JSON')
  await expect(fact(page, 'CRM deal', 'Company')).toHaveText('ООО')
  await expect(fact(page, 'CRM deal', 'Tags')).toHaveText(/a\s*1/)
  await edge(page, 'Unknown status')
  await expect(pane).toContainText('No deal in CRM is linked to this contact.')
})

test('both chats are conversations by speaker, with their visitor', async ({ page }) => {
  const first = await findContact(page, OBJECT, ({ status }) => status === 9)
  const second = await findContact(page, OBJECT, ({ status }) => status === 15)
  for (const [call, said] of [
    [first, first.messages!.split('\n')],
    [
      second,
      Object.values(
        JSON.parse((JSON.parse(second.custom_data!) as { conversation: string }).conversation) as Record<
          string,
          string
        >,
      ),
    ],
  ] as const) {
    await openCall(page, call)
    const talk = region(page, 'Conversation')
    await expect(talk.getByRole('listitem')).toHaveCount(said.length)
    for (const [index, message] of said.entries())
      await expect(talk.getByRole('listitem').nth(index)).toContainText(
        message.slice(message.indexOf(': ') + 2),
      )
    await page.getByRole('button', { name: 'Copy conversation' }).click()
    await expect.poll(() => clipboard(page)).toBe(said.join('\n'))
    const { visitor } = JSON.parse(call.custom_data!) as { visitor: Record<string, string> }
    await expect(fact(page, 'Visitor', 'Name')).toHaveText(visitor['name']!)
    await expect(fact(page, 'Visitor', 'City')).toHaveText(visitor['city']!)
    await axe(page)
  }
  await edge(page, 'HTML in a conversation')
  await expect(region(page, 'Conversation')).toContainText(HTML)
  await edge(page, 'Chat without speakers')
  await expect(region(page, 'Conversation')).toContainText('no colon here')
  await edge(page, 'Conversation as a list')
  await expect(region(page, 'Conversation')).toContainText('Hello')
})

test('form, SMS, e-mail, widget and survey have their texts', async ({ page }) => {
  for (const [status, pane, field] of [
    [11, 'SMS', 'sms_message'],
    [16, 'Email', 'email_text'],
    [10, 'Widget', 'widget_text'],
    [7 + 6, 'Widget', 'widget_text'],
    [14, 'Widget', 'widget_text'],
  ] as const) {
    const call = await findContact(page, OBJECT, (one) => one.status === status && one[field])
    await openCall(page, call)
    await expect(region(page, pane)).toContainText(call[field]!.split('\n')[0]!)
    await page.getByRole('button', { name: `Copy ${pane}`, exact: true }).click()
    await expect.poll(() => clipboard(page)).toBe(call[field])
    if (status === 14)
      await expect(fact(page, 'Form', 'Email')).toHaveText(
        (JSON.parse(call.custom_data!) as { email: string }).email,
      )
  }
  await edge(page, 'JSON of another shape')
  await expect(fact(page, 'Form', 'As received').getByRole('listitem')).toHaveText(['1', 'two', /–/])
  await edge(page, 'Bad JSON')
  await expect(fact(page, 'Form', 'As received')).toHaveText('{"name": "Иван", "email": ')
  await edge(page, 'Long chat')
  await expect(region(page, 'Conversation').getByRole('button', { name: 'Show all' })).toHaveCount(2)
  await edge(page, 'Long mail')
  const mail = region(page, 'Email')
  await mail.getByRole('button', { name: 'Show all' }).click()
  expect((await mail.innerText()).length).toBeGreaterThan(9_000)
})

test('a text that only the journal has loads, fails with a way back, and may not be there', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const chat = await findContact(page, OBJECT, (call) => call.status === 9 && call.phone_number_from)
  await fault(context, 'calls-500')
  await openCall(page, chat)
  const talk = region(page, 'Conversation')
  await expect(talk.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(region(page, 'This caller').getByRole('button', { name: 'Try again' })).toBeVisible()
  // The rest of the page does not mind.
  await expect(region(page, 'Attribution')).toBeVisible()
  await axe(page)
  await fault(context)
  await talk.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.getByRole('listitem').first()).toBeVisible()

  await fault(context, 'calls-slow')
  await openCall(page, chat)
  await expect(talk.getByText('Loading')).toBeAttached()
  await fault(context)

  await edge(page, 'Date 9999-12-31')
  await expect(region(page, 'SMS')).toHaveText(
    /The service gives this text only in the journal; it was not found there/,
  )
})

test('comments are text, whatever is in them', async ({ page }) => {
  const call = await findContact(page, OBJECT, ({ comments }) => comments.length > 0)
  await openCall(page, call)
  const [comment] = call.comments
  const pane = region(page, 'Comments')
  await expect(pane.getByRole('listitem')).toHaveCount(call.comments.length)
  await expect(pane.getByRole('listitem').first()).toContainText(comment!.comment)
  await expect(pane.getByRole('listitem').first()).toContainText(comment!.name)
  for (const name of [
    'Address javascript:',
    'Address https://bank',
    'Address data:',
    'Address blob:',
    'HTML in every text',
  ]) {
    await edge(page, name)
    await expect(region(page, 'Comments').getByRole('link')).toHaveCount(0)
    await survives(page)
  }
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })

  for (const status of [2, 9])
    test(`a contact of status ${status} has no accessibility violation and keeps to the window`, async ({
      page,
    }) => {
      const { obj_oid, id } = await findContact(
        page,
        OBJECT,
        (call) =>
          call.status === status &&
          call.utm &&
          call.phone_number_from &&
          // Few chats come to a deal.
          (status !== 2 || call.customer_status),
      )
      await page.goto(`/objects/${obj_oid}/calls/${id}`)
      for (const name of ['Обращение', 'Атрибуция', 'Запись разговора', 'Сделка в CRM', 'Этот номер'])
        await expect(region(page, name)).toBeVisible()
      await expect(page.locator('main .animate-appear')).toHaveCount(0)
      await survives(page)
      await bothThemes(page, () => axe(page))
    })
})
