import type { Page } from '@playwright/test'
import { test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

/*
 * The list of an agency's clients, on a Callboard of its own: pins and order belong to the account, and other tests
 * change them on theirs.
 */

interface Listed {
  readonly client: string
  readonly email: string
  readonly company_name: string
  readonly statistics_only: boolean
  readonly hidden_fields: readonly string[] | null
  readonly objects_count: number
  readonly calls_count: number
}

/** Signs in on the second server. @returns its clients, as it answers them to the page */
const enter = async (page: Page, origin: string): Promise<readonly Listed[]> => {
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
  await expect(links(page).first()).toBeVisible()
  return page.evaluate(async () => {
    const answer = await fetch('/api/v2/agency', { headers: { 'x-requested-by': 'callboard' } })
    const agencies = (await answer.json()) as { agency: { clients: Listed[] } }[]
    return agencies.flatMap(({ agency }) => agency.clients)
  })
}

const links = (page: Page) => table(page, 'Clients').locator.locator('tbody').getByRole('link')
const names = (page: Page) => links(page).allTextContents()
const shown = (count: number) => new Intl.NumberFormat('en').format(count)
const byName = (clients: readonly Listed[]) =>
  clients
    .map(({ company_name }) => company_name)
    .toSorted(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare)
const search = (page: Page) => page.getByRole('searchbox', { name: 'Company or e-mail' })

test('the table says what the agency’s list says, and their sums', async ({ page, second }) => {
  const clients = await enter(page, second.origin)
  expect(clients.length).toBeGreaterThan(20)
  expect(await names(page)).toEqual(byName(clients))
  const rows = await table(page, 'Clients').rows()
  for (const client of clients) {
    const hidden = client.hidden_fields ?? []
    const company = [
      client.company_name,
      client.statistics_only && 'Statistics only',
      hidden.length > 0 && `${hidden.length} hidden fields ${hidden.join(', ')}`,
      client.email,
    ]
    const words = company.filter(Boolean).join(' ')
    if (hidden.length > 0) await expect(page.getByTitle(hidden.join(', '))).toContainText('hidden field')
    expect(rows.find((row) => row['Company'] === words)).toMatchObject({
      Objects: shown(client.objects_count),
      Calls: shown(client.calls_count),
    })
  }
  expect(clients.some(({ statistics_only }) => statistics_only)).toBe(true)
  expect(clients.some(({ hidden_fields }) => hidden_fields !== null)).toBe(true)

  const sum = (of: 'objects_count' | 'calls_count') =>
    shown(clients.reduce((all, client) => all + client[of], 0))
  const totals = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'All clients' }) })
  await expect(totals.getByRole('cell').nth(0)).toHaveText(sum('objects_count'))
  await expect(totals.getByRole('cell').nth(1)).toHaveText(sum('calls_count'))
})

test('a search by company or e-mail leaves what it finds, and its sum', async ({ page, second }) => {
  const clients = await enter(page, second.origin)
  const found = (query: string) =>
    byName(
      clients.filter(({ company_name, email }) => `${company_name} ${email}`.toLowerCase().includes(query)),
    )
  for (const query of ['клиник', 'sales@', 'sever']) {
    await search(page).fill(query)
    await expect.poll(() => names(page), query).toEqual(found(query))
    const count = found(query).length
    expect(count).toBeGreaterThan(0)
    await expect(page.getByRole('status')).toHaveText(`${count} of ${clients.length} clients`)
    await expect(page.getByRole('rowheader', { name: new RegExp(`^${count} clients?$`) })).toBeVisible()
  }
  await search(page).fill('nobody at all')
  await expect(page.getByRole('heading', { name: /nobody at all/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Agency settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(links(page)).toHaveCount(clients.length)
})

test('the order and the pins are found again after a reload', async ({ page, second }) => {
  const clients = await enter(page, second.origin)
  const header = (name: string) => page.getByRole('columnheader', { name })
  const counts = async (of: 'objects_count' | 'calls_count') =>
    (await names(page)).map((name) => clients.find(({ company_name }) => company_name === name)![of])
  await header('Objects').getByRole('button').click()
  await expect(header('Objects')).toHaveAttribute('aria-sort', 'descending')
  const objects = await counts('objects_count')
  expect(objects).toEqual(objects.toSorted((a, b) => b - a))
  await header('Calls').getByRole('button').click()
  await header('Calls').getByRole('button').click()
  await expect(header('Calls')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header('Objects')).not.toHaveAttribute('aria-sort')
  const calls = await counts('calls_count')
  expect(calls).toEqual(calls.toSorted((a, b) => a - b))

  const before = await names(page)
  const pinned = before.slice(-2)
  for (const name of pinned) {
    await page.getByRole('button', { name: `Pin ${name}`, exact: true }).click()
    // The row has gone to the top; the focus is still on its button.
    await expect(page.getByRole('button', { name: `Unpin ${name}`, exact: true })).toBeFocused()
  }
  const after = [...pinned, ...before.slice(0, -2)]
  await expect.poll(() => names(page)).toEqual(after)
  await expect(async () => {
    await page.reload()
    await expect(links(page).first()).toBeVisible()
    expect(await names(page)).toEqual(after)
  }).toPass()
  await expect(header('Calls')).toHaveAttribute('aria-sort', 'ascending')

  await page.getByRole('button', { name: `Unpin ${pinned[0]}`, exact: true }).click()
  await expect.poll(async () => (await names(page))[0]).toBe(pinned[1])
})

test('the keys find, walk, pin and open', async ({ page, second }) => {
  const clients = await enter(page, second.origin)
  const all = byName(clients)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await page.keyboard.press('j')
  await expect(link(all[0]!)).toBeFocused()
  for (let step = 0; step < 3; step++) await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(link(all[2]!)).toBeFocused()
  await page.keyboard.press('End')
  await expect(link(all.at(-1)!)).toBeFocused()
  await expect(link(all.at(-1)!)).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(link(all[0]!)).toBeInViewport()

  // Pinned, it is the first already; the next one goes up, and one goes on from where it was.
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  await expect.poll(async () => (await names(page))[0]).toBe(all[1])
  await expect(page.getByRole('button', { name: `Unpin ${all[1]}`, exact: true })).toBeVisible()
  await expect(link(all[0]!)).toBeFocused()

  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('jp sever')
  await expect(search(page)).toHaveValue('jp sever')
  await search(page).fill('sever gr')
  await page.keyboard.press('ArrowDown')
  await expect(link('Sever Group')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Client Sever Group' })).toBeVisible()
  await expect(page).toHaveURL(/\/calls\?client=/)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click()
  const current = page.getByRole('row').filter({ hasText: 'Current client' })
  await expect(current).toHaveCount(1)
  await expect(current).toHaveAttribute('aria-current', 'true')
  await expect(current.getByRole('link')).toHaveText('Sever Group')
})

test('a company opens in another tab as any link does', async ({ page, context, second }) => {
  await enter(page, second.origin)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Stoma Plus', exact: true }).click({ modifiers: ['ControlOrMeta'] })
  const other = await opened
  await expect(other.getByRole('button', { name: 'Client Stoma Plus' })).toBeVisible()
  await expect(page).toHaveURL(/\/clients$/)
})
