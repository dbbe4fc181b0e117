/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buttonOf, openOverview, receipt, sourceRow } from '#/features/overview/page-testing.ts'
import { paidTargets, shownMoney } from '#/features/overview/spend/spend-testing.ts'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'

const PAID = 'Поисковая реклама'
const DAYS = 'date_from=2026-10-01&date_to=2026-10-31'

test('a source is judged beside what a target contact may cost by the plan, in its receipt and on the report', async () => {
  const spend = [{ client: null, object: null, source: PAID, campaign: null, months: { '2026-10': 700_000 } }]
  const plan = { month: '2026-10', oid: null, version: 0, contacts: null, target: 1_000, spend: 10_000 }
  const { api, user, open } = await openOverview(`?${DAYS}`, {
    account: 'client',
    before: async (server) => {
      await server.write('PUT', '/api/preferences', { base_version: 0, preferences: { spend } })
      await server.write('PUT', '/api/month-plans', plan)
    },
  })
  const verdict = () => buttonOf('Advice Watch', sourceRow(PAID))
  await eventually(verdict)
  await user.click(verdict())
  await eventually(() =>
    expect(words(receipt())).toContain('A target contact costs more than planned, beyond chance.'),
  )
  const { paid, all } = await paidTargets(api)
  const share = ((100 * paid) / all).toFixed(1)
  const planned = shownMoney(10_000 / ((1_000 * paid) / all))
  expect(words(receipt())).toContain(`10,000 ÷ (1,000 × ${share}%) = ${planned} in Oct 2026`)
  expect(words(receipt())).not.toContain('All others')
  await user.keyboard('{Escape}')
  open(`/overview/report?${DAYS}`)
  await eventually(() =>
    expect(words(screen.getByRole('article'))).toContain(
      `Where spend is entered, beside the planned ${planned} per target contact.`,
    ),
  )
})
