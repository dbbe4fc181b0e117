/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  allLoaded,
  exportCsv,
  figure,
  figureCount,
  openOverview,
  panel,
  receipt,
  shown,
  sourceRow,
} from './page-testing.ts'

/* Contacts that are too many for a browser: our server counts them. More than a hundred are, here. */

const DAYS = 'date_from=2026-10-01&date_to=2026-11-16&compare=previous'
const COUNTED_THERE = { columnsUpTo: 100 } as const

/** What the panels of the overview say. */
const said = () =>
  [...document.querySelectorAll('section')].map((one) => words(one)).filter((text) => text !== '')

/** A source of the table. */
const firstSource = () =>
  [...panel('Sources').querySelectorAll('tbody tr button')]
    .map((one) => words(one))
    .find((name) => name !== '')!

test('the overview says the same whoever counts, clicks and files too, and tells who does', async () => {
  const { api, user, open } = await openOverview(`?${DAYS}`, { account: 'client', ...COUNTED_THERE })
  await allLoaded()
  const [there, count] = [said(), figureCount('Contacts')]
  expect(there.length).toBeGreaterThan(8)
  expect(count).toBeGreaterThan(100)
  const regions = (await exportCsv(user, 'Regions')).rows
  await user.click(screen.getByRole('button', { name: /^As of / }))
  await screen.findByText(/Callboard’s server counts them/)
  await user.keyboard('{Escape}')
  const ofPath = (path: string) => api.asked.filter((one) => one.path.endsWith(path))
  expect(ofPath('/archive/columns').every(({ query }) => query.get('send') !== 'all')).toBe(true)
  expect(ofPath('/archive/overview').length).toBeGreaterThan(5)

  // A click narrows, and its receipt is about as many.
  const name = firstSource()
  await user.click(within(sourceRow(name)).getByRole('button', { name }))
  await eventually(() => expect(figureCount('Contacts')).toBeLessThan(count))
  const narrowed = figureCount('Contacts')
  const narrowedThere = said()
  await user.click(figure(/^Contacts/))
  await eventually(() => expect(words(receipt())).toContain(shown(narrowed)))

  api.breakOverviewCounting(true)
  const asked = api.asked.length
  open(`/overview?${DAYS}`)
  await allLoaded(count)
  await screen.findByText('Counted in the browser')
  await eventually(() => expect(said()).toEqual(there))
  expect((await exportCsv(user, 'Regions')).rows).toEqual(regions)
  await user.click(within(sourceRow(name)).getByRole('button', { name }))
  await eventually(() => expect(said()).toEqual(narrowedThere))
  const { query } = api.asked.slice(asked).find(({ query: one }) => one.get('send') === 'all')!
  expect(query.get('date_from')).toBe('2026-10-01')
})

test('where our server cannot count, the browser does, and says so', async () => {
  const { api } = await openOverview(`?${DAYS}`, {
    account: 'client',
    ...COUNTED_THERE,
    before: async (server) => server.breakOverviewCounting(true),
  })
  await allLoaded()
  expect(figureCount('Contacts')).toBeGreaterThan(100)
  await screen.findByText('Counted in the browser')
  screen.getByTitle(/server could not count these contacts/)
  expect(api.asked.some(({ query }) => query.get('send') === 'all')).toBe(true)
})

test('an answer that does not come is said, and it goes on when told to', async () => {
  const { api, user, press } = await openOverview(`?${DAYS}`, { account: 'client', ...COUNTED_THERE })
  await allLoaded()
  const count = figureCount('Contacts')
  const name = firstSource()
  api.breakOverviewCounting(true)
  await user.click(within(sourceRow(name)).getByRole('button', { name }))
  await screen.findByText('Callboard’s server could not count these contacts.')
  api.breakOverviewCounting(false)
  await press('Try again')
  await allLoaded()
  await eventually(() => expect(figureCount('Contacts')).toBeLessThan(count))
  await eventually(() => expect(document.activeElement).not.toBe(document.body))
})
