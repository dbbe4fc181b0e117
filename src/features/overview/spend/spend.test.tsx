// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { wilson } from '#/analytics/evaluation/wilson.ts'
import { rowsOf, words } from '#/test/page.ts'
import { clientNamed, type ApiServer } from '#/test/api-server.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  buttonOf,
  exportCsv,
  openOverview,
  panel,
  receipt,
  sourceRow,
} from '#/features/overview/page-testing.ts'
import {
  amountField,
  amountFields,
  applies,
  costButton,
  DAYS_IN_MONTH,
  hasCosts,
  LAST_MONTH,
  MAPS_SOURCE,
  MONTH_QUERY,
  openWithSpend,
  paidTargets,
  ORGANIC_SOURCE,
  PAID_SOURCE,
  receiptSays,
  shownMoney,
  spendDialog,
} from './spend-testing.ts'

/* Mocks panels other than the sources. */
vi.mock('#/features/overview/panels/panels.ts', async (importOriginal) => {
  const { PANELS } = await importOriginal<typeof import('#/features/overview/panels/panels.ts')>()
  const main = PANELS.main.filter(({ name }) => name === 'sources')
  return {
    PANELS: { ...PANELS, top: [], callBack: [], main, mainBelow: [], side: [], pairs: [], bottom: [] },
  }
})

test('typed amounts become costs over the service’s own counts, with their ranges and receipts', async () => {
  const { openSpend, fill, apply, user, countOf } = await openWithSpend()
  expect(hasCosts()).toBe(false)
  await openSpend()
  await fill(amountField(PAID_SOURCE), '120 000,50 ₽{Enter}')
  expect(document.activeElement).toBe(amountFields()[amountFields().indexOf(amountField(PAID_SOURCE)) + 1])
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(amountField(PAID_SOURCE))

  await fill(amountField(MAPS_SOURCE), 'a lot')
  await within(spendDialog()).findByText('“a lot” is no amount')
  expect(applies('Correct 1 amount first').ariaDisabled).toBe('true')
  await fill(amountField(MAPS_SOURCE), '')
  await fill(within(spendDialog()).getByRole('textbox', { name: 'Another source' }), 'Radio')
  await user.click(within(spendDialog()).getByRole('button', { name: 'Add' }))
  expect(document.activeElement).toBe(amountField('Radio'))
  await user.keyboard('300')
  expect(words(within(spendDialog()).getByRole('row', { name: /^Total/ }))).toContain('120,300.5')
  await apply()
  await screen.findByText('2 amounts saved')

  await eventually(() => costButton('Spend 120,001', PAID_SOURCE))
  expect(Object.keys(rowsOf('Sources')[0]!)).toEqual([
    'Source',
    'Contacts',
    'Advice',
    'Spent',
    'Per contact',
    'Per target',
    'Per first-time',
    'Per deal',
  ])
  const contacts = await countOf(PAID_SOURCE)
  const target = await countOf(PAID_SOURCE, '&target_filter=1')
  const firstTime = await countOf(PAID_SOURCE, '&repeated_filter=1')
  expect(contacts).toBeGreaterThan(14)
  expect(target).toBeGreaterThan(0)
  costButton(`Cost per contact ${shownMoney(120_000.5 / contacts)}`, PAID_SOURCE)
  costButton(`Cost per target ${shownMoney(120_000.5 / target)}`, PAID_SOURCE)
  costButton(`Cost per first-time ${shownMoney(120_000.5 / firstTime)}`, PAID_SOURCE)
  const { low, high } = wilson(target, contacts)!
  const ends = [high, low].map((share) => shownMoney(120_000.5 / (contacts * share)))
  expect(words(sourceRow(PAID_SOURCE))).toContain(ends.join('–'))
  expect(words(sourceRow(ORGANIC_SOURCE))).toContain('No spend entered')
  within(panel('Sources')).getByText('300 spent on sources with no contacts: Radio')
  await user.click(costButton(/^Cost per target/, PAID_SOURCE))
  await eventually(() => expect(words(receipt())).not.toBe('Loading'))
  await receiptSays(`120,000.5 ÷ ${target} target contacts = `)
})

test('gives a part of a month its share of the amount, and takes all back', { tags: 'all' }, async () => {
  const { openSpend, fill, apply, user, reopen } = await openWithSpend()
  await openSpend()
  await fill(amountField(PAID_SOURCE), '5')
  await apply()
  await eventually(() => costButton('Spend 5', PAID_SOURCE))
  expect(hasCosts()).toBe(true)
  const saved = await screen.findByText('1 amount saved')
  await user.click(within(saved.parentElement!).getByRole('button', { name: 'Undo' }))
  await eventually(() => expect(hasCosts()).toBe(false))
  expect(() => costButton(/^Spend/, PAID_SOURCE)).toThrow('0 buttons')

  await openSpend()
  await fill(amountField(PAID_SOURCE), '31000')
  await apply()
  await reopen(`date_from=${LAST_MONTH}-01&date_to=${LAST_MONTH}-10`)
  const spent = `Spend ${shownMoney((31_000 * 10) / DAYS_IN_MONTH)}`
  await eventually(() => costButton(spent, PAID_SOURCE))
  await user.click(costButton(spent, PAID_SOURCE))
  await receiptSays(`31,000 × 10 of ${DAYS_IN_MONTH} days`)
  await reopen('date_from=2026-09-01&date_to=2026-09-20')
  expect(hasCosts()).toBe(false)
})

test('divides costs by contacts of days with spend only, as SQL does', { tags: 'all' }, async () => {
  const { openSpend, fill, apply, user, reopen, api } = await openWithSpend()
  await openSpend()
  await fill(amountField(PAID_SOURCE), '310000')
  await apply()
  await reopen(`date_from=${LAST_MONTH}-02&date_to=2026-11-19`)
  const ofDays = (from: string, to: string) =>
    api.database
      .selectFrom('contacts')
      .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
      .where('accounts.email', '=', 'info@severgroup.ru')
      .where('source_title', '=', PAID_SOURCE)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select(({ fn, eb }) => [
        fn.countAll<number>().as('contacts'),
        fn.sum<number>(eb.case().when('target', '=', 1).then(1).else(0).end()).as('target'),
      ])
      .executeTakeFirstOrThrow()
  const paidDays = await ofDays(`${LAST_MONTH}-02`, `${LAST_MONTH}-31`)
  const all = await ofDays(`${LAST_MONTH}-02`, '2026-11-19')
  expect(all.contacts).toBeGreaterThan(paidDays.contacts)
  expect(paidDays.target).toBeGreaterThan(0)
  const perContact = `Cost per contact ${shownMoney(300_000 / paidDays.contacts)}`
  await eventually(() => costButton(perContact, PAID_SOURCE))
  expect(words(sourceRow(PAID_SOURCE))).toContain('30 of 49 days')
  await user.click(costButton(perContact, PAID_SOURCE))
  await receiptSays(`300,000 ÷ ${paidDays.contacts} contacts = `)
  await receiptSays(`${all.contacts - paidDays.contacts} contacts of days without spend`)
  await receiptSays('Oct 2 – 31, 2026')
  await user.keyboard('{Escape}')
  const { rows } = await exportCsv(user, 'Sources')
  const line = rows.find((row) => row['Level'] === 'Source' && row['Source'] === PAID_SOURCE)
  expect(line).toMatchObject({
    Spend: '300000',
    'Days with spend': '30',
    'Contacts of days with spend': `${paidDays.contacts}`,
    'Cost per contact': `${Math.round((300_000 / paidDays.contacts) * 100) / 100}`,
    'Cost per target': `${Math.round((300_000 / paidDays.target) * 100) / 100}`,
  })
})

test('shows the cost per target that SQL divides: screen, receipt, file', { tags: 'all' }, async () => {
  const { openSpend, fill, apply, user, reopen, api } = await openWithSpend()
  const planned = { contacts: null, target: 6, spend: 9_000 }
  await api.write('PUT', '/api/month-plans', { month: LAST_MONTH, oid: null, version: 0, ...planned })
  await openSpend()
  await fill(amountField(PAID_SOURCE), '7000')
  await apply()
  await reopen(MONTH_QUERY)
  const { target } = await api.database
    .selectFrom('contacts')
    .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
    .where('accounts.email', '=', 'info@severgroup.ru')
    .where('source_title', '=', PAID_SOURCE)
    .where('day', 'like', `${LAST_MONTH}-%`)
    .where('target', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('target'))
    .executeTakeFirstOrThrow()
  // Free sources bring a share of the planned target contacts, estimated from sixty days.
  const targets = await paidTargets(api)
  const [cost, plan] = [7_000 / target, 9_000 / ((6 * targets.paid) / targets.all)]
  const by = 100 * Math.abs(cost / plan - 1)
  const beside = `${by.toFixed(1)}% ${cost < plan ? 'below' : 'above'} the plan`
  await eventually(() => costButton(`Cost per target ${shownMoney(cost)}`, PAID_SOURCE))
  await eventually(() => expect(words(sourceRow(PAID_SOURCE))).toContain(beside))
  await user.click(costButton(`Cost per target ${shownMoney(cost)}`, PAID_SOURCE))
  await eventually(() => expect(words(receipt())).toContain(`7,000 ÷ ${target}`))
  const share = ((100 * targets.paid) / targets.all).toFixed(1)
  await receiptSays(`${beside}: 9,000 ÷ (6 × ${share}%) = ${shownMoney(plan)} in Oct 2026.`)
  await receiptSays(`In the last 60 days paid sources brought ${targets.paid} of ${targets.all} target`)
  await user.keyboard('{Escape}')
  const { rows } = await exportCsv(user, 'Sources')
  const line = rows.find((row) => row['Level'] === 'Source' && row['Source'] === PAID_SOURCE)!
  expect(line['Cost per target']).toBe(`${Math.round(cost * 100) / 100}`)
  expect(line['Planned cost per target contact']).toBe(`${Math.round(plan * 100) / 100}`)
  expect(Number(line['Cost per target contact against the plan, 0–1'])).toBeCloseTo(cost / plan - 1, 3)
})

test('what one client pays is never shown with another', { tags: 'all' }, async () => {
  const { api, open: visit, user } = await openOverview('', { account: 'agency_manager' })
  const visitClient = async (name: string) => {
    const client = await clientNamed(api, name)
    visit(`/overview?period=last_30_days&client=${client}`)
    await eventually(() => sourceRow(PAID_SOURCE))
  }
  const openSpend = async () => {
    await user.click(buttonOf('Spend', panel('Sources')))
    await eventually(() => expect(amountFields().length).toBeGreaterThan(0))
  }
  await visitClient('Sever Group')
  await openSpend()
  await user.click(within(spendDialog()).getByRole('button', { name: 'for the whole month' }))
  await user.type(amountField(PAID_SOURCE), '7777777')
  await user.click(applies())
  await eventually(() => costButton(/^Spend\s*[\d,]+$/, PAID_SOURCE))

  await visitClient('Stoma Plus')
  expect(hasCosts()).toBe(false)
  await openSpend()
  const total = within(spendDialog()).getByRole('row', { name: /^Total/ })
  expect(words(within(total).getAllByRole('cell').at(-1))).toBe('0')
  for (const box of amountFields()) expect(box.value).toBe('')
  await visitClient('Sever Group')
  await eventually(() => costButton(/^Spend\s*[\d,]+$/, PAID_SOURCE))
})

test(
  'fault-offline: what is typed waits for the network, and is applied once it is back',
  { tags: 'all' },
  async () => {
    const app = await openWithSpend()
    await app.openSpend()
    await app.fill(amountField(PAID_SOURCE), '500')
    const back = await goOffline(app)
    await app.user.click(applies(NO_NETWORK))
    await back()
    await eventually(() => expect(applies().ariaDisabled).not.toBe('true'))
    await app.apply()
    await screen.findByText('1 amount saved')
  },
)

test('keeps the remembered cost columns, empty, until the costs of these rows have come', async () => {
  const spend = [
    { client: null, object: null, source: PAID_SOURCE, campaign: null, months: { [LAST_MONTH]: 310_000 } },
  ]
  const columns = { sources: { shown: ['source', 'contacts', 'spend'] } }
  const holdCosts = (server: ApiServer) => server.hold(/\/figures\/costs$/)
  let letGo = () => {}
  const { api, address, open } = await openWithSpend(MONTH_QUERY, {
    before: async (server) => {
      await server.write('PUT', '/api/preferences', { base_version: 0, preferences: { spend, columns } })
      letGo = holdCosts(server)
    },
  })
  const cells = () => rowsOf('Sources').find(({ Source }) => Source?.includes(PAID_SOURCE))!
  await eventually(() => expect(cells().Contacts).toMatch(/[1-9]/))
  expect(cells()).toMatchObject({ Advice: '', Spent: '' })
  letGo()
  await eventually(() => costButton(`Spend ${shownMoney(310_000)}`, PAID_SOURCE))

  const ofPeriod = cells().Contacts
  letGo = holdCosts(api)
  open(`${address()}&days=${LAST_MONTH}-01..${LAST_MONTH}-10`)
  await eventually(() => expect(cells().Contacts).not.toBe(ofPeriod))
  expect(cells().Spent).toBe('')
  letGo()
  await eventually(() => costButton(`Spend ${shownMoney(100_000)}`, PAID_SOURCE))
})
