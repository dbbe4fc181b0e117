// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  added,
  allLoaded,
  buttonOf,
  exportCsv,
  figureCount,
  openOverview,
  panel,
} from '#/features/overview/page-testing.ts'

const DAYS = 'date_from=2026-10-20&date_to=2026-11-16'
const signed = (text: string) => Number(text.replaceAll(',', '').replace('−', '-'))

const partsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tbody th button[aria-label]:not([aria-expanded])')].map((button) => {
    const [, name, change] = /^(.*) ([+−]?[\d,]+)$/.exec(button.ariaLabel ?? '')!
    return { button, name, change: signed(change!) }
  })

test('parts of all changes add up to the change of contacts, and one of them narrows the page', async () => {
  const { press, user, search, counted } = await openOverview(`?${DAYS}`, { account: 'client' })
  await allLoaded()
  const now = figureCount('Contacts')
  const before = await counted('date_from=2026-09-22&date_to=2026-10-19')
  const difference = now - before
  const sentence = `${Math.abs(difference)} ${difference < 0 ? 'fewer' : 'more'} contact`
  await eventually(() => expect(words(panel('Changes'))).toContain(sentence))

  await user.click(within(panel('Changes')).getByRole('link', { name: 'All changes' }))
  await screen.findByRole('heading', { name: 'All changes' })
  const splits = await screen.findByRole('group', { name: 'Split by' })
  await press('Region', splits)
  expect(search().get('changes_by')).toBe('region')
  const table = await screen.findByRole('table', { name: 'Region' })
  const parts = partsOf(table)
  expect(parts.length).toBeGreaterThan(2)
  expect(added(parts.map(({ change }) => change))).toBe(difference)
  expect(buttonOf('Region', splits).dataset['note']).toBe(String(parts.length))

  const named = parts.find(({ name }) => name !== 'Without region')!
  await user.click(named.button)
  await eventually(() => expect(search().get('region')).toBe(named.name))
  expect(search().get('changes_by')).toBeNull()
})

test('a row opens its contacts, and the file has every row', async () => {
  const { user, counted } = await openOverview(`/changes?${DAYS}&changes_by=source`, { account: 'client' })
  const table = await screen.findByRole('table', { name: 'Source' })
  const parts = partsOf(table)
  const { rows } = await exportCsv(user, 'All changes')
  expect(Object.fromEntries(rows.map((row) => [row['Source'], signed(row['Change']!)]))).toEqual(
    Object.fromEntries(parts.map(({ name, change }) => [name, change])),
  )

  const { change } = parts.find(({ name }) => name === 'Карты')!
  await user.click(within(table).getByRole('button', { name: 'Parts of Карты' }))
  const inner = () => [...table.querySelectorAll('tbody tr.bg-hover')].map((row) => words(row.children[3]))
  await eventually(() => expect(inner().length).toBeGreaterThan(1))
  expect(added(inner().map(signed))).toBe(change)

  const [, , now] = Object.values(rows.find((row) => row['Source'] === 'Карты')!)
  await user.click(within(table).getByRole('link', { name: 'Contacts: Карты' }))
  await screen.findByRole('heading', { name: 'Journal' })
  await screen.findByText(`${now} contacts`)
  expect(await counted(DAYS)).toBeGreaterThan(Number(now))
})

test('says why there is nothing to split when nothing is compared', async () => {
  await openOverview(`/changes?${DAYS}&compare=none`, { account: 'client' })
  await screen.findByText('Nothing is compared. Choose “Compared with” above.')
  expect(screen.queryByRole('table')).toBeNull()
})
