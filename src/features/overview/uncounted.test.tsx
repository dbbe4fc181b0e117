// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, figureCount, openOverview, panel, sourceRow } from './page-testing.ts'

/* All days are read, but our server can't count: nothing vanishes without a word. */

const DAYS = '?date_from=2026-10-20&date_to=2026-11-16'
const fails = (question: string) => (path: string) =>
  path.endsWith(`/figures/${question}`) ? Response.json({ error: 'unknown_error' }, { status: 500 }) : null

const open = async () => {
  const app = await openOverview(DAYS)
  await allLoaded()
  return {
    ...app,
    filter: async () => app.press('Карты', sourceRow('Карты')),
    tryAgain: async () => {
      const again = await screen.findByRole('button', { name: 'Retry' })
      app.api.standInFront(null)
      await app.user.click(again)
    },
  }
}

test('figures that fail after a filter say so, and come with Retry', async () => {
  const { api, filter, tryAgain } = await open()
  const all = figureCount('Contacts')
  api.standInFront(fails('report'))
  await filter()
  await screen.findByText('Could not load the contacts')
  await tryAgain()
  await eventually(() => expect(figureCount('Contacts')).toBeLessThan(all))
  expect(screen.queryByText('Could not load the contacts')).toBeNull()
})

test('the first figures stay where the others fail, which come with Retry', async () => {
  const { api, filter, tryAgain } = await open()
  api.standInFront(fails('report_rest'))
  await filter()
  await screen.findByText('Could not load this part')
  expect(figureCount('Contacts')).toBeGreaterThan(0)
  await tryAgain()
  await eventually(() => expect(words(panel('Regions'))).toMatch(/\d/))
})

test('changes that fail are not told as days to come, and come with Retry', async () => {
  const { api, filter, tryAgain } = await open()
  api.standInFront(fails('changes'))
  await filter()
  await eventually(() => expect(words(panel('Changes'))).toContain('Could not load this part'))
  await tryAgain()
  await eventually(() => expect(words(panel('Changes'))).not.toContain('Could not load this part'))
})
