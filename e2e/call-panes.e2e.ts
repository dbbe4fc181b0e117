import type { Page } from '@playwright/test'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { contactsOf, edgeCase, findContact, openCall } from './support/calls.ts'
import { bothThemes } from './support/look.ts'
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
/** Opens an edge case, as the account that has them: the rest of the test goes on as that one. */
const edge = async (page: Page, name: string) => {
  await signInByRequest(page, 'edge')
  const { oid } = await contactsOf(page, SAMPLE_STORIES.edgeCases.object, 'period=all', 1)
  await openCall(page, { obj_oid: oid, id: edgeCase(name) })
}

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

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

test('long texts are cut, and opened', async ({ page }) => {
  await edge(page, 'Long chat')
  await expect(region(page, 'Conversation').getByRole('button', { name: 'Show all' })).toHaveCount(2)
  await edge(page, 'Long mail')
  const mail = region(page, 'Email')
  await mail.getByRole('button', { name: 'Show all' }).click()
  expect((await mail.innerText()).length).toBeGreaterThan(9_000)
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
    })
})
