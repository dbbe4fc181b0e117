/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buttonOf, openOverview, panel, receipt, sourceRow } from '#/features/overview/page-testing.ts'
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

const LAST_WEEK = 'date_from=2026-11-14&date_to=2026-11-20'
const MONTH = '2026-11'
const paidInMonth = (source: string, amount: number) => ({
  client: null,
  object: null,
  source,
  campaign: null,
  months: { [MONTH]: amount },
})

test('what Sources says to stop by its cost, Today says too, first though sources are judged last', async () => {
  const other = 'Органический поиск'
  const spend = [paidInMonth(PAID, 9_000_000), paidInMonth(other, 30_000)]
  let letGo = () => {}
  const { user } = await openOverview(`?${LAST_WEEK}`, {
    account: 'client',
    before: async (server) => {
      letGo = server.hold(/\/figures\/today$/)
      // A week has too few contacts to say so.
      await server.database
        .updateTable('contacts')
        .set({ day: '2026-11-18', occurred_at: Date.parse('2026-11-18T12:00:00Z') })
        .where('source_title', 'in', [PAID, other])
        .where('day', '>=', '2026-06-01')
        .execute()
      await server.write('PUT', '/api/preferences', { base_version: 0, preferences: { spend } })
    },
  })
  await eventually(() => buttonOf('Advice Stop', sourceRow(PAID)))
  const cards = () => within(panel('Today')).queryAllByRole('heading', { level: 3 }).map(words)
  await eventually(() => expect(cards()[0]).toMatch(/ stops on /))
  letGo()
  const card = () => within(panel('Today')).getByText(`Stop paying for ${PAID}`).closest('li')!
  await eventually(card)
  expect(cards()[0]).toBe(`Stop paying for ${PAID}`)
  // 9,000,000 × 6 days and 15 hours of today ÷ 30 days.
  expect(words(card())).toMatch(
    /1,987,500 for \d+ target contacts, [\d,]+ each; others [\d,]+ each; last 7 days/,
  )
  await user.click(buttonOf(/^Why: Stop paying/, card()))
  await eventually(() =>
    expect(words(receipt())).toContain(
      'A target contact costs more than twice as much as from all others with spend, beyond chance.',
    ),
  )
})

test('a source to stop is listed without a press, however small it is', async () => {
  const spend = [paidInMonth('Рассылка', 9_000_000), paidInMonth(PAID, 30_000)]
  const { user } = await openOverview('?date_from=2026-08-01&date_to=2026-11-20', {
    account: 'client',
    phone: true,
    before: (server) => server.write('PUT', '/api/preferences', { base_version: 0, preferences: { spend } }),
  })
  const urgent = () => within(panel('Sources')).queryAllByRole('button', { name: /^Advice (Stop|Watch)$/ })
  await eventually(() => expect(urgent().length).toBeGreaterThan(0))
  const listed = urgent().length
  await user.click(within(panel('Sources')).getByRole('button', { name: /^Show all / }))
  await eventually(() =>
    expect(within(panel('Sources')).queryByRole('button', { name: /^Show all / })).toBeNull(),
  )
  expect(urgent()).toHaveLength(listed)
})
