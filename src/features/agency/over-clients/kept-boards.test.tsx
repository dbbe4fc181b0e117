/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const COMPANIES = ['Sever Group', 'Motor Servis']
const region = (name: string) => screen.findByRole('region', { name })
const checked = (board: HTMLElement) => eventually(() => expect(words(board)).toMatch(/Checked \d\d:\d\d/))

/** What a board says, but for when. */
const saidBy = (board: HTMLElement) => words(board).replaceAll(/Checked \d\d:\d\d/g, '')

test('what was checked once is there at the next visit, with the same verdicts, for one request at most', async () => {
  const app = await renderApp('/clients', {
    account: 'agency_manager',
    before: async ({ database }) => {
      await database
        .updateTable('accounts')
        .set({ agency_id: null })
        .where('company_name', 'not in', COMPANIES)
        .execute()
    },
  })
  const { api, user } = app
  await checked(await region('Gone quiet'))
  await checked(await region('Expiring soon'))
  const [wall, stops] = [saidBy(await region('Gone quiet')), saidBy(await region('Expiring soon'))]
  expect(wall).toMatch(/objects?/)

  const before = api.toService.length
  app.open('/clients')
  await checked(await region('Gone quiet'))
  await checked(await region('Expiring soon'))
  expect(saidBy(await region('Gone quiet'))).toBe(wall)
  expect(saidBy(await region('Expiring soon'))).toBe(stops)
  expect(api.toService.slice(before).filter((path) => /\/(calls|objs)/.test(path))).toEqual([])

  // Once more asks for today and for the objects only.
  const asked = api.toService.length
  const again = await region('Gone quiet')
  await user.click(within(again).getByRole('button', { name: 'Check again' }))
  await eventually(() => expect(within(again).queryByRole('progressbar')).toBeNull())
  await checked(again)
  expect(
    api.toService.slice(asked).filter((request) => request.includes('/calls')).length,
  ).toBeLessThanOrEqual(2)
  expect(saidBy(again)).toBe(wall)
})
