/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import { rowsOf, words } from '#/test/page.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  allLoaded,
  buttonOf,
  numberIn,
  openOverview,
  panel,
  receipt,
  showAll,
} from '#/features/overview/page-testing.ts'

const DAYS = 'date_from=2026-09-15&date_to=2026-11-16'

const tool = async (user: UserEvent, name: string): Promise<HTMLElement> => {
  await user.click(await eventually(() => buttonOf(new RegExp(`^${name}`))))
  await eventually(() => expect(panel(name).querySelector('p')).not.toBeNull())
  return panel(name)
}

const openTools = async ({ user, press }: Awaited<ReturnType<typeof openOverview>>) => {
  await press('Overview menu')
  await user.click(await screen.findByRole('menuitem', { name: 'Tools' }))
  await screen.findByRole('heading', { level: 1, name: 'Tools' })
}
const back = async ({ user }: Awaited<ReturnType<typeof openOverview>>) => {
  await user.click(screen.getByRole('link', { name: 'Back to overview' }))
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
}

test('minus phrases are those a recount of the service’s contacts carries, and no others; the shift finder counts its hours', async () => {
  const { user, list } = await openOverview(`/tools?${DAYS}&compare=none`, { account: 'client' })
  const contacts: ListedCall[] = []
  for (let page = 1; ; page++) {
    const { calls } = await list(DAYS, `&order_way=ASC&page=${page}`)
    contacts.push(...calls)
    if (calls.length < 20) break
  }
  // Upper bound with none of n: 3.84 ÷ (n + 3.84).
  const rate = contacts.filter(({ target }) => target === true).length / contacts.length
  const byRequest = Map.groupBy(
    contacts,
    ({ search_request: request }) => request?.trim().toLowerCase() ?? '',
  )
  byRequest.delete('')
  const barren = [...byRequest].filter(
    ([, all]) =>
      all.length >= 15 && all.every(({ target }) => target === false) && 3.84 / (all.length + 3.84) < rate,
  )
  expect(byRequest.size).toBeGreaterThan(5)
  await allLoaded(contacts.length)
  const minus = await tool(user, 'Negative keywords')
  await eventually(() => expect(words(minus)).toContain(`below the average, ${(rate * 100).toFixed(1)}%`))
  await showAll(user, minus)
  const requests = within(minus).queryByRole('table', { name: 'Whole requests' })
  const found = requests ? rowsOf('Whole requests').map((row) => row['Whole requests'] ?? '') : []
  expect(found.toSorted()).toEqual(barren.map(([request]) => request).toSorted())
  if (found.length === 0) expect(words(minus)).toContain('a query or word needs 15 contacts')

  const shifts = await tool(user, 'Shift finder')
  const rows = () => within(shifts).getAllByRole('row')
  expect(rows()).toHaveLength(6)
  await user.click(buttonOf('One hour more', shifts))
  await eventually(() => expect(rows()).toHaveLength(7))
  await user.click(buttonOf('How this is counted', shifts))
  expect(words(receipt())).toContain('Answered in staffed hours')
})

test('a count-as rule makes two sources one, stays and can be taken back; won statuses make a figure', async () => {
  const app = await openOverview(`?${DAYS}&compare=none`, { account: 'client' })
  const { user, press } = app
  const sources = () =>
    Object.fromEntries(
      rowsOf('Sources').map((row) => [row['Source'] ?? '', numberIn(row['Contacts'] ?? '0')]),
    )
  await allLoaded(await app.counted(DAYS))
  const before = sources()
  await openTools(app)
  expect(app.address()).toBe(`/overview/tools?${DAYS}&compare=none`)
  let cleaner = await tool(user, 'UTM cleaner')
  within(cleaner).getByText('No rules: every name counts as it came.')
  await within(cleaner).findByText('Contacts without a campaign')
  const [raw = '', as = ''] = Object.keys(before).filter((name) => name !== 'Without source')
  await user.type(within(cleaner).getByLabelText('Raw name'), raw)
  await user.type(within(cleaner).getByLabelText('Counts as'), as)
  await press('Add a rule', cleaner)
  const { [raw]: moved, ...others } = before
  const merged = { ...others, [as]: before[raw]! + before[as]! }
  expect(moved).toBeGreaterThan(0)
  await back(app)
  expect(app.address()).toBe(`/overview?${DAYS}&compare=none`)
  await eventually(() => expect(sources()).toEqual(merged))
  await eventually(async () => {
    const stored = await app.api.get<{ preferences: object }>('/api/preferences')
    expect(stored.preferences).toMatchObject({ count_as: [{ by: 'source', raw, as }] })
  })
  app.open(app.address())
  await eventually(() => expect(sources()).toEqual(merged))
  await openTools(app)
  cleaner = await tool(user, 'UTM cleaner')
  within(cleaner).getByRole('cell', { name: raw })
  await press(`Remove the rule for ${raw}`, cleaner)
  await back(app)
  await eventually(() => expect(sources()).toEqual(before))

  const won = () =>
    [...panel('Summary').querySelectorAll('button')].map(words).filter((text) => text.startsWith('Won'))
  expect(won()).toEqual([])
  await openTools(app)
  const statuses = await tool(user, 'Won statuses')
  const box = () => within(statuses).getAllByRole<HTMLInputElement>('checkbox')[0]!
  // Lists disappear while contacts reload.
  const deals = await eventually(() => {
    const [first] = within(statuses).getAllByRole('listitem')
    return numberIn(/\d+ deals?$/.exec(words(first))![0])
  })
  // The list may be replaced during a press.
  await eventually(async () => {
    if (!box().checked) await user.click(box())
    expect(box().checked).toBe(true)
  })
  await back(app)
  await eventually(() => expect(won()).toEqual([`Won deals ${deals}`]))
  await openTools(app)
  const again = await tool(user, 'Won statuses')
  const marked = within(again).getAllByRole<HTMLInputElement>('checkbox')[0]!
  expect(marked.checked).toBe(true)
  await user.click(marked)
  await eventually(() => expect(marked.checked).toBe(false))
  await back(app)
  await eventually(() => expect(won()).toEqual([]))
})

test('opens the tag cleaner at its page when a link names it on the overview', async () => {
  const app = await openOverview(`?${DAYS}&compare=none&region=Berlin#utm-cleaner`, { account: 'client' })
  await eventually(() =>
    expect(app.address()).toBe(`/overview/tools?${DAYS}&compare=none&region=Berlin#utm-cleaner`),
  )
  screen.getByRole('heading', { level: 1, name: 'Tools' })
  await eventually(() => within(panel('UTM cleaner')).getByText('Contacts without a campaign'))
})

test('fault-offline: neither a rule nor a mark is made without a network', async () => {
  const app = await openOverview(`/tools?${DAYS}&compare=none`, { account: 'client' })
  await allLoaded(await app.counted(DAYS))
  const cleaner = await tool(app.user, 'UTM cleaner')
  const statuses = await tool(app.user, 'Won statuses')
  const back = await goOffline(app)
  await app.user.type(within(cleaner).getByLabelText('Raw name'), 'a')
  await app.user.type(within(cleaner).getByLabelText('Counts as'), 'b{Enter}')
  within(cleaner).getByRole('button', { name: 'Add a rule', description: NO_NETWORK })
  within(cleaner).getByText('No rules: every name counts as it came.')
  const box = within(statuses).getAllByRole<HTMLInputElement>('checkbox')[0]!
  await app.user.click(box)
  expect(box.checked).toBe(false)
  within(statuses).getByText(NO_NETWORK)
  await back()
  await app.user.click(box)
  await eventually(() => expect(box.checked).toBe(true))
  await app.press('Add a rule', cleaner)
  await within(cleaner).findByRole('cell', { name: 'a' })
})
