/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { startTestClock, testClockAhead } from '#/test/clock.ts'
import { eventually } from '#/test/render-app.tsx'
import { figure, openOverview } from '#/features/overview/page-testing.ts'

test('a new account is told three steps and nothing else, and moves on with its first object and contact', async () => {
  let comeBack: () => Promise<unknown> = async () => undefined
  const { api, user } = await openOverview('?compare=none', {
    account: 'client',
    faults: ['objects-empty'],
    before: async ({ database }) => {
      const newest = await database
        .selectFrom('contacts')
        .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
        .where('accounts.email', '=', 'info@severgroup.ru')
        .where('contacts.occurred_at', '<', Date.now())
        .selectAll('contacts')
        .orderBy('contacts.occurred_at', 'desc')
        .executeTakeFirstOrThrow()
      await database.deleteFrom('comments').execute()
      await database.deleteFrom('contacts').execute()
      comeBack = () => database.insertInto('contacts').values(newest).execute()
    },
  })
  await screen.findByRole('heading', { name: 'No object yet' })
  const steps = () =>
    within(screen.getByRole('region', { name: /object yet|Almost/ })).getAllByRole('listitem')
  expect(steps()).toHaveLength(3)
  expect(steps()[0]!.getAttribute('aria-current')).toBe('step')
  screen.getByText(/^No object found, last looked at \d+:\d\d/, { exact: false })
  expect(document.body.textContent).not.toMatch(/Nothing needs you|No one|everyone was reached/)

  api.fault()
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await screen.findByRole('heading', { name: 'Almost there' })
  await screen.findByRole('heading', { name: /^Object found: ./ })
  await user.click(screen.getByRole('button', { name: 'Copy snippet' }))
  expect(await navigator.clipboard.readText()).toContain('<script')

  await comeBack()
  // Today is refreshed after a minute.
  startTestClock(testClockAhead() + 61_000)
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await eventually(() => figure('Contacts 1'))
  expect(screen.queryByRole('heading', { name: 'Almost there' })).toBeNull()
})

test('an account without objects is told so before its contacts are read, and never shown figures to come', async () => {
  let wereFiguresShown = false
  const look = new MutationObserver(() => {
    wereFiguresShown ||= screen.queryByRole('region', { name: 'Summary' }) !== null
  })
  look.observe(document.body, { childList: true, subtree: true, attributes: true })
  onTestFinished(() => look.disconnect())
  let readContacts = () => {}
  await openOverview('?compare=none', {
    account: 'client',
    faults: ['objects-empty'],
    before: async ({ holdService }) => {
      readContacts = holdService(/\/calls/)
    },
  })
  onTestFinished(() => readContacts())
  await screen.findByRole('heading', { name: 'No object yet' })
  expect(wereFiguresShown).toBe(false)
})
