import type { Locator, Page } from '@playwright/test'
import type { ListedCall } from '#/contract/call.ts'
import { wordsOf } from '#/analytics/judge/minus-phrases.ts'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const today = (page: Page) => page.getByRole('region', { name: 'Today', exact: true })
const findings = async (page: Page): Promise<Locator> => {
  const items = today(page).getByRole('listitem')
  await expect(items.first()).toBeVisible()
  return items
}
/** Opens a tool and gives its region. */
const tool = async (page: Page, name: string): Promise<Locator> => {
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  return page.getByRole('region', { name, exact: true })
}
/** `YYYY-MM-DD` so many days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('there are at most three things to do today, and each button leads where it says', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/overview')
  const count = await (await findings(page)).count()
  expect(count).toBeLessThanOrEqual(3)
  for (let index = 0; index < count; index++) {
    await page.goto('/overview')
    const item = (await findings(page)).nth(index)
    const title = (await item.getByRole('heading', { level: 3 }).textContent())!
    await item.getByRole('button', { name: `Why: ${title}`, exact: true }).click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt).toContainText(title)
    await expect(receipt).toContainText(/ target contacts/)
    await page.keyboard.press('Escape')
    const act = item.getByRole('link').or(item.getByRole('button', { name: /^Show/ }))
    const words = await act.textContent()
    await act.click()
    if (words === 'Show the list') {
      const region = page.getByRole('region', { name: 'Did not get through' })
      await expect(region).toBeInViewport()
      await expect(page.locator(':focus').filter({ has: region })).toBeVisible()
    } else if (words === 'Show only this source') {
      await expect(page).toHaveURL(/[?&]source=/)
      await expect(item.getByRole('button', { name: 'Show all sources' })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    } else {
      expect(['See the runway', 'Check the tracking script']).toContain(words)
      await expect(page).toHaveURL(words === 'See the runway' ? /\/objects\/[^#]+$/ : /#tracking-script$/)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).not.toHaveText('Overview')
      expect(title).toContain((await heading.textContent())!.trim())
    }
  }
})

test('a period without today has no findings, and leads to one that has', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/overview?period=last_month')
  await today(page).getByRole('button', { name: 'Show the last 30 days' }).click()
  await expect((await findings(page)).first()).toBeVisible()
})

test('when the objects do not load, the rest is found, and they can be asked for again', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await signInByRequest(page, 'marketer')
  await fault(context, 'objects-500')
  await page.goto('/overview')
  const missing = today(page).getByText('the objects did not load')
  await expect(missing).toBeVisible()
  await expect(today(page)).not.toContainText(/ stops on | gone silent/)
  await fault(context)
  await today(page).getByRole('button', { name: 'Try again' }).click()
  await expect(missing).toBeHidden()
})

test('minus phrases hold no word of a request that brought a target contact, or one not judged yet', async ({
  page,
}) => {
  await signInByRequest(page, 'marketer')
  const days = `date_from=${daysAgo(12)}&date_to=${daysAgo(2)}`
  const contacts: ListedCall[] = []
  for (let number = 1; ; number++) {
    const path = `/calls?period=custom&${days}&order_way=ASC&page=${number}`
    const { calls } = await asked<{ calls: ListedCall[] }>(page, path)
    contacts.push(...calls)
    if (calls.length < 20) break
  }
  const searched = contacts.filter(({ search_request: request }) => Boolean(request?.trim()))
  const kept = new Set(
    searched
      .filter(({ target }) => target !== false)
      .flatMap(({ search_request: request }) => [...wordsOf(request!)]),
  )
  expect(kept.size).toBeGreaterThan(0)
  await page.goto(`/overview?${days}`)
  const region = await tool(page, 'Minus phrases')
  await expect(region.getByText(/^\d+ words?$/)).toBeVisible()
  const all = region.getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
  const words = await table(page, 'Minus phrases').column('Word')
  expect(words.length).toBe(Number.parseInt((await region.getByText(/^\d+ words?$/).textContent())!, 10))
  expect(words.length).toBeGreaterThan(0)
  const barren = new Set(searched.flatMap(({ search_request: request }) => [...wordsOf(request!)]))
  for (const word of words) {
    expect(kept.has(word), word).toBe(false)
    expect(barren.has(word), word).toBe(true)
  }
})

test('a count-as rule makes two sources one, survives a reload and can be taken back; won statuses make a figure', async ({
  page,
}) => {
  await signInByRequest(page, 'client')
  await page.goto('/overview?period=last_month')
  const sources = async () => {
    const rows = await table(page, 'Sources').rows()
    return new Map(rows.map((row) => [row['Source'] ?? '', Number(row['Contacts']!.replace(/\D/g, ''))]))
  }
  let region = await tool(page, 'UTM cleaner')
  await expect(region.getByText('No rules: every name counts as it came.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sources' })).toHaveAttribute('aria-busy', 'false')
  await expect(region.getByText('Contacts without a campaign')).toBeVisible()
  const before = await sources()
  const [raw = '', as = ''] = [...before.keys()].filter((name) => name !== 'Without source')
  await region.getByLabel('Raw name').fill(raw)
  await region.getByLabel('Counts as').fill(as)
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT',
  )
  await region.getByRole('button', { name: 'Add a rule' }).click()
  await saved
  const merged = new Map(before)
  merged.delete(raw)
  merged.set(as, before.get(raw)! + before.get(as)!)
  await expect.poll(sources).toEqual(merged)
  await page.reload()
  await expect.poll(sources).toEqual(merged)
  region = await tool(page, 'UTM cleaner')
  await expect(region.getByRole('cell', { name: raw, exact: true })).toBeVisible()
  await region.getByRole('button', { name: `Remove the rule for ${raw}` }).click()
  await expect.poll(sources).toEqual(before)

  const summary = page.getByRole('region', { name: 'Summary' })
  const won = summary.getByRole('button', { name: /^Won/ })
  await expect(won).toBeHidden()
  const statuses = await tool(page, 'Won statuses')
  const status = statuses.getByRole('checkbox').first()
  const deals = /(\d+) deals?$/.exec((await statuses.getByRole('listitem').first().textContent())!)![1]
  await status.click()
  await expect(status).toBeChecked()
  await expect(won).toHaveAccessibleName(new RegExp(`${deals!}$`))
  await status.click()
  await expect(status).not.toBeChecked()
  await expect(won).toBeHidden()
})

test('Today and every tool are clean in both themes, and the shift finder counts its hours', async ({
  page,
}) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/overview')
  await findings(page)
  for (const name of ['Minus phrases', 'UTM cleaner', 'Won statuses']) await tool(page, name)
  const shifts = await tool(page, 'Shift finder')
  const rows = shifts.getByRole('row')
  await expect(rows).toHaveCount(6)
  await shifts.getByRole('button', { name: 'One hour more' }).click()
  await expect(rows).toHaveCount(7)
  await shifts.getByRole('button', { name: 'How this is counted' }).click()
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('Answered in staffed hours')
  await page.keyboard.press('Escape')
  const tools = page.getByRole('region', { name: 'Tools', exact: true })
  await expect(tools.getByRole('checkbox').first()).toBeVisible()
  await survives(page)
})
