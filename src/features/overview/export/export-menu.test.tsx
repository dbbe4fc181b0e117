/** @module-tag all */
// @vitest-environment jsdom
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rowsOf, words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  allLoaded,
  figureCount,
  exportCsv,
  numberIn,
  openOverview,
  panel,
  showAll,
  added,
} from '#/features/overview/page-testing.ts'

const [FROM, TO] = ['2026-08-01', '2026-11-14']
const DAYS = `date_from=${FROM}&date_to=${TO}`

test('the files are the tables, the cards and the service’s own count', async () => {
  const { counted, user } = await openOverview(`?${DAYS}&compare=none`, { account: 'client' })
  const contacts = await counted(DAYS)
  await allLoaded(contacts)
  await eventually(() => expect(figureCount('Contacts')).toBe(contacts))
  await showAll(user, panel('Sources'))

  const { name, rows } = await exportCsv(user, 'Sources')
  expect(name).toBe(`callboard-overview-sources-${FROM}_${TO}.csv`)
  const level = (one: string) => rows.filter((row) => row['Level'] === one)
  for (const one of ['Source', 'Campaign', 'Search request'])
    expect(added(level(one).map((row) => row['Contacts'])), one).toBe(contacts)
  expect(added(level('Source').map((row) => row['Target']))).toBe(await counted(DAYS, '&target_filter=1'))
  const table = rowsOf('Sources')
  expect(level('Source').map((row) => row['Source'])).toEqual(table.map((row) => row['Source']))
  for (const column of ['Contacts', 'First-time'])
    expect(level('Source').map((row) => Number(row[column]))).toEqual(
      table.map((row) => numberIn(row[column]!)),
    )
  const [first] = level('Source')
  const [, low, high] = /%(\d+)–(\d+)$/.exec(table[0]!['Target rate, 95% range']!)!
  expect(Math.round(100 * Number(first!['Target rate, 95% from, 0–1']))).toBe(Number(low))
  expect(Math.round(100 * Number(first!['Target rate, 95% to, 0–1']))).toBe(Number(high))

  // Phone numbers are digits only, as many as the panel counts.
  const callBack = panel('Missed callers')
  const callers = (await exportCsv(user, 'Missed callers')).rows
  expect(callers).toHaveLength(figureCount('Missed callers', callBack))
  for (const row of callers) expect(row['Caller']).toMatch(/^\d+$|\p{L}/u)
  const items = within(callBack).getAllByRole('listitem')
  expect(items.length).toBeGreaterThan(2)
  for (const [index, item] of items.entries())
    expect(words(item).replace(/\D/g, '')).toContain(callers[index]!['Caller'])
})
