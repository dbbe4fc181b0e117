import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { findContact, openCall } from './support/calls.ts'
import { eachTheme } from './support/look.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const OBJECT = SAMPLE_STORIES.missedAtLunch.object

test('fault-print: one contact is printed on one page, without what only a screen needs; its own status has a colour in each theme', async ({
  page,
}) => {
  await signInByRequest(page, 'marketer')
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const call = await findContact(
    page,
    OBJECT,
    ({ status, record_url, customer_status }) => status === 2 && record_url && customer_status,
  )
  await openCall(page, call)
  const story = page.getByRole('region', { name: 'This caller' })
  await expect(story.getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '')

  const ink = () => page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)
  await page.emulateMedia({ colorScheme: 'light' })
  const onLight = await ink()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ink()).not.toBe(onLight)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const hidden of [
    page.getByRole('navigation'),
    page.getByRole('banner'),
    page.getByRole('button'),
    page.getByRole('region', { name: 'Recording' }),
    page.getByRole('link', { name: 'Back to journal' }),
  ])
    await expect(hidden).toHaveCount(0)
  for (const name of [/^Attribution$/, /^(Call|Contact)$/, /^CRM deal$/, /^This caller$/])
    await expect(page.getByRole('region', { name })).toBeVisible()
  // Dark on white in both themes.
  expect(await ink()).toBe(onLight)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(
    /\/Type\s*\/Pages[^>]*\/Count\s+(\d+)|\/Count\s+(\d+)[^>]*\/Type\s*\/Pages/.exec(pdf)?.slice(1),
  ).toContain('1')

  await page.emulateMedia({ media: 'screen' })
  const marked = await findContact(
    page,
    OBJECT,
    ({ custom_status }) => (custom_status as { color: unknown } | null)?.color,
  )
  const { name, color } = marked.custom_status as { name: string; color: string }
  await openCall(page, marked)
  const status = page.getByRole('region', { name: /^(Call|Contact)$/ }).getByText(name)
  const inks = new Set<string>()
  await eachTheme(page, async () => {
    inks.add(await status.evaluate((element) => getComputedStyle(element).color))
  })
  expect(inks.size, `${color} for light and dark`).toBe(2)
})
