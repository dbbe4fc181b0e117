// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { wilson } from '#/analytics/judge/wilson.ts'
import { rowsOf, words } from '#/test/page.ts'
import { clientNamed } from '#/test/api-server.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { eventually, type RenderAppOptions } from '#/test/render-app.tsx'
import {
  buttonOf,
  exportCsv,
  openOverview,
  panel,
  receipt,
  sourceRow,
} from '#/features/overview/page-testing.ts'

/* Spend is entered and shown with the sources: the other panels are not drawn. */
vi.mock('#/features/overview/panels/panels.ts', async (importOriginal) => {
  const { PANELS } = await importOriginal<typeof import('#/features/overview/panels/panels.ts')>()
  const main = PANELS.main.filter(({ name }) => name === 'sources')
  return {
    PANELS: { ...PANELS, top: [], callBack: [], main, mainBelow: [], side: [], pairs: [], bottom: [] },
  }
})

const LAST_MONTH = '2026-10'
const DAYS_IN_MONTH = 31
const MONTH = `date_from=${LAST_MONTH}-01&date_to=${LAST_MONTH}-31`
const PAID = 'Поисковая реклама'
const [MAPS, ORGANIC] = ['Карты', 'Органический поиск']

/** As the table writes an amount of money. */
const money = (amount: number): string =>
  (amount < 100 ? Math.round(amount * 100) / 100 : Math.round(amount)).toLocaleString('en')

const dialog = () => screen.getByRole('dialog', { name: 'Spend' })
const amounts = () => within(dialog()).getAllByRole<HTMLInputElement>('textbox', { name: /^Amount, / })
const amountOf = (source: string) => within(dialog()).getByLabelText<HTMLInputElement>(`Amount, ${source}`)
const costButton = (name: string | RegExp, source: string) => buttonOf(name, sourceRow(source))
const hasCosts = () =>
  [
    ...panel('Sources').querySelectorAll('header button, [role=radiogroup] button, button[aria-pressed]'),
  ].some((one) => words(one) === 'Cost')
const monthDays = 'Oct 1 – 31, 2026'
/** What will be applied, by the names of its lines. */
const facts = (): Record<string, string> =>
  Object.fromEntries(
    [...dialog().querySelectorAll('dl > dt')].map((term) => [words(term), words(term.nextElementSibling)]),
  )
/** The button that applies, and why it does not. */
const applies = (reason?: string | RegExp) =>
  within(dialog()).getByRole('button', { name: 'Apply', ...(reason ? { description: reason } : {}) })

const open = async (query: string = MONTH, options: Partial<RenderAppOptions> = {}) => {
  const app = await openOverview(`?${query}`, { account: 'client', ...options })
  const { user } = app
  await eventually(() => sourceRow(PAID))
  return {
    ...app,
    openSpend: async () => {
      await user.click(buttonOf('Spend', panel('Sources')))
      await eventually(() => expect(amounts().length).toBeGreaterThan(0))
    },
    fill: async (field: HTMLElement, text: string) => {
      await user.clear(field)
      if (text !== '') await user.type(field, text)
    },
    /** Applies what is entered, and has it saved. */
    apply: async () => {
      await user.click(applies())
      await eventually(() => expect(screen.queryByRole('dialog', { name: 'Spend' })).toBeNull())
    },
    /** How many contacts of a source the service itself counts. */
    countOf: (source: string, filters = '') =>
      app.counted(MONTH, `&source_text_filter=${encodeURIComponent(source)}${filters}`),
    reopen: async (days: string) => {
      app.open(`/overview?${days}`)
      await eventually(() => sourceRow(PAID))
    },
  }
}

/** Its code comes when it is first opened. */
const receiptSays = (text: string) => eventually(() => expect(words(receipt())).toContain(text))

test('typed amounts become costs over the service’s own counts, with their ranges and receipts', async () => {
  const { openSpend, fill, apply, user, countOf } = await open()
  expect(hasCosts()).toBe(false)
  await openSpend()
  await fill(amountOf(PAID), '120 000,50 ₽{Enter}')
  expect(document.activeElement).toBe(amounts()[amounts().indexOf(amountOf(PAID)) + 1])
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(amountOf(PAID))

  await fill(amountOf(MAPS), 'a lot')
  await within(dialog()).findByText('“a lot” is no amount')
  expect(applies('Correct 1 amount first').ariaDisabled).toBe('true')
  await fill(amountOf(MAPS), '')
  await fill(within(dialog()).getByRole('textbox', { name: 'Another source' }), 'Radio')
  await user.click(within(dialog()).getByRole('button', { name: 'Add' }))
  expect(document.activeElement).toBe(amountOf('Radio'))
  await user.keyboard('300')
  expect(words(within(dialog()).getByRole('row', { name: /^Total/ }))).toContain('120,300.5')
  await apply()
  await screen.findByText('2 amounts saved')

  await eventually(() => costButton('Spend 120,001', PAID))
  expect(Object.keys(rowsOf('Sources')[0]!)).toEqual([
    'Source',
    'Contacts',
    'Verdict',
    'Spent',
    'Per contact',
    'Per target',
    'Per first-time',
    'Per deal',
  ])
  const contacts = await countOf(PAID)
  const target = await countOf(PAID, '&target_filter=1')
  const firstTime = await countOf(PAID, '&repeated_filter=1')
  expect(contacts).toBeGreaterThan(14)
  expect(target).toBeGreaterThan(0)
  costButton(`Cost per contact ${money(120_000.5 / contacts)}`, PAID)
  costButton(`Cost per target ${money(120_000.5 / target)}`, PAID)
  costButton(`Cost per first-time ${money(120_000.5 / firstTime)}`, PAID)
  const { low, high } = wilson(target, contacts)!
  const ends = [high, low].map((share) => money(120_000.5 / (contacts * share)))
  expect(words(sourceRow(PAID))).toContain(ends.join('–'))
  expect(words(sourceRow(ORGANIC))).toContain('No spend entered')
  within(panel('Sources')).getByText('300 of it went to sources without contacts: Radio')
  await user.click(costButton(/^Cost per target/, PAID))
  await eventually(() => expect(words(receipt())).not.toBe('Loading'))
  await receiptSays(`120,000.5 ÷ ${target} target contacts = `)
})

test('gives a part of a month its share of the amount, and takes all back', { tags: 'all' }, async () => {
  const { openSpend, fill, apply, user, reopen } = await open()
  await openSpend()
  await fill(amountOf(PAID), '5')
  await apply()
  await eventually(() => costButton('Spend 5', PAID))
  expect(hasCosts()).toBe(true)
  const saved = await screen.findByText('1 amount saved')
  await user.click(within(saved.parentElement!).getByRole('button', { name: 'Undo' }))
  await eventually(() => expect(hasCosts()).toBe(false))
  expect(() => costButton(/^Spend/, PAID)).toThrow('0 buttons')

  await openSpend()
  await fill(amountOf(PAID), '31000')
  await apply()
  await reopen(`date_from=${LAST_MONTH}-01&date_to=${LAST_MONTH}-10`)
  const spent = `Spend ${money((31_000 * 10) / DAYS_IN_MONTH)}`
  await eventually(() => costButton(spent, PAID))
  await user.click(costButton(spent, PAID))
  await receiptSays(`31,000 × 10 of ${DAYS_IN_MONTH} days`)
  await reopen('date_from=2026-09-01&date_to=2026-09-20')
  expect(hasCosts()).toBe(false)
})

test('divides costs by contacts of days with spend only, as SQL does', { tags: 'all' }, async () => {
  const { openSpend, fill, apply, user, reopen, api } = await open()
  await openSpend()
  await fill(amountOf(PAID), '310000')
  await apply()
  await reopen(`date_from=${LAST_MONTH}-02&date_to=2026-11-19`)
  const ofDays = (from: string, to: string) =>
    api.database
      .selectFrom('contacts')
      .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
      .where('accounts.email', '=', 'info@severgroup.ru')
      .where('source_title', '=', PAID)
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
  const perContact = `Cost per contact ${money(300_000 / paidDays.contacts)}`
  await eventually(() => costButton(perContact, PAID))
  expect(words(sourceRow(PAID))).toContain('30 of 49 days')
  await user.click(costButton(perContact, PAID))
  await receiptSays(`300,000 ÷ ${paidDays.contacts} contacts = `)
  await receiptSays(`${all.contacts - paidDays.contacts} contacts of days without spend`)
  await receiptSays('Oct 2 – 31, 2026')
  await user.keyboard('{Escape}')
  const { rows } = await exportCsv(user, 'Sources')
  const line = rows.find((row) => row['Level'] === 'Source' && row['Source'] === PAID)
  expect(line).toMatchObject({
    Spend: '300000',
    'Days with spend': '30',
    'Contacts of days with spend': `${paidDays.contacts}`,
    'Cost per contact': `${Math.round((300_000 / paidDays.contacts) * 100) / 100}`,
    'Cost per target': `${Math.round((300_000 / paidDays.target) * 100) / 100}`,
  })
})

test('shows the cost per target that SQL divides: screen, receipt, file', { tags: 'all' }, async () => {
  const { openSpend, fill, apply, user, reopen, api } = await open()
  const planned = { contacts: null, target: 6, spend: 9_000 }
  await api.write('PUT', '/api/month-plans', { month: LAST_MONTH, oid: null, version: 0, ...planned })
  await openSpend()
  await fill(amountOf(PAID), '7000')
  await apply()
  await reopen(MONTH)
  const { target } = await api.database
    .selectFrom('contacts')
    .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
    .where('accounts.email', '=', 'info@severgroup.ru')
    .where('source_title', '=', PAID)
    .where('day', 'like', `${LAST_MONTH}-%`)
    .where('target', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('target'))
    .executeTakeFirstOrThrow()
  const [cost, plan] = [7_000 / target, 9_000 / 6]
  const by = 100 * Math.abs(cost / plan - 1)
  const beside = `${by.toFixed(1)}% ${cost < plan ? 'below' : 'above'} the plan`
  await eventually(() => costButton(`Cost per target ${money(cost)}`, PAID))
  await eventually(() => expect(words(sourceRow(PAID))).toContain(beside))
  await user.click(costButton(`Cost per target ${money(cost)}`, PAID))
  await eventually(() => expect(words(receipt())).toContain(`7,000 ÷ ${target}`))
  await receiptSays(`9,000 ÷ 6 = ${money(plan)} in Oct 2026: ${beside}`)
  await user.keyboard('{Escape}')
  const { rows } = await exportCsv(user, 'Sources')
  const line = rows.find((row) => row['Level'] === 'Source' && row['Source'] === PAID)!
  expect(line['Cost per target']).toBe(`${Math.round(cost * 100) / 100}`)
  expect(line['Planned cost per target contact']).toBe(`${Math.round(plan * 100) / 100}`)
  expect(Number(line['Cost per target contact against the plan, 0–1'])).toBeCloseTo(cost / plan - 1, 3)
})

test('a pasted sheet says what it cannot read, adds up what belongs together, and is added or put in place', async () => {
  const { openSpend, fill, apply, user, reopen, address } = await open()
  await openSpend()
  await fill(amountOf(MAPS), '1000')
  await apply()
  await openSpend()
  await fill(amountOf(ORGANIC), '9')
  amountOf(MAPS).focus()
  // What is copied from a sheet and pasted into a cell is more than the cell.
  await user.paste(
    `Источник\tМесяц\tРасход, ₽\nкарты\t${LAST_MONTH}\t200,50 ₽\nКарты\t${LAST_MONTH}\t100\nNobody’s\t${LAST_MONTH}\t7\nКарты\tsoon\t5\nКарты\t${LAST_MONTH}\tmuch\nИтого\t\t312,50`,
  )
  await eventually(() =>
    expect(within(dialog()).getAllByRole('listitem').map(words)).toEqual([
      'Line 5: “soon” is no date or period',
      'Line 6: “much” is no amount',
      'Line 7: “Итого” is a total',
    ]),
  )
  within(dialog()).getByText('1 amount is the sum of several lines.')
  within(dialog()).getByText('Currency left out of the amounts: RUB.')
  expect(facts()).toMatchObject({
    Sum: '2 amounts, 307.5 in all',
    Days: `${monthDays} (31 days)`,
    'Left out': 'Line 7: “Итого” is a total',
  })
  expect(facts()['Sources with contacts']).toBe(`1 of 2 (${monthDays})No contacts: Nobody’s`)
  const lines = rowsOf('Amounts to apply').map((row) => [row['Source'], row['Until now'], row['Amount']])
  expect(lines).toEqual([
    ['Карты', '1,000', expect.stringMatching(/^300\.5\s*2 lines$/)],
    [
      expect.stringMatching(/^Nobody’s\s*no contacts in this period$/),
      expect.stringContaining('No spend entered'),
      '7',
    ],
  ])
  await user.click(within(dialog()).getByRole('radio', { name: 'add to it' }))
  await user.click(applies())
  // What was typed besides is not lost: it is applied next.
  await eventually(() => expect(amountOf(ORGANIC).value).toBe('9'))
  await apply()
  await eventually(() => costButton('Spend 1,301', MAPS))

  // Whatever is half done is asked about before it is thrown away.
  await openSpend()
  await fill(amountOf(MAPS), '5')
  const cancel = () => within(dialog()).getByRole('button', { name: 'Cancel' })
  await user.click(cancel())
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull())
  expect(amountOf(MAPS).value).toBe('5')
  await user.click(cancel())
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Spend' })).toBeNull())
  await reopen(address().replace('/overview?', ''))
  await eventually(() => costButton('Spend 1,301', MAPS))
})

/** As a Russian Excel writes it: only letters from А to я differ from ASCII here. */
const windows1251 = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
  })

test('a file of a Russian Excel is read, its columns chosen, and nothing is lost when it cannot be saved', async () => {
  const { openSpend, apply, user, reopen } = await open()
  await openSpend()
  await user.click(within(dialog()).getByRole('button', { name: 'File' }))
  const choose = (name: string, content: BlobPart) =>
    user.upload(
      within(dialog()).getByLabelText('CSV or Excel file', { selector: 'input' }),
      new File([content], name, { type: 'text/csv' }),
    )
  await choose('empty.csv', '\n')
  await eventually(() => expect(words(dialog())).toContain('empty.csv: There is nothing in it.'))
  // A place where ads are shown is no source by itself: it is asked for.
  await choose('spend.csv', windows1251('Площадка;Итог\r\nПоисковая реклама;1 200,50\r\n"Карты";"99"\r\n'))
  await within(dialog()).findByText('Read as Windows-1251')
  expect(words(dialog())).not.toContain('empty.csv')
  const column = (name: string) => within(dialog()).getByRole<HTMLSelectElement>('combobox', { name })
  const chosen = (name: string) => column(name).selectedOptions[0]?.label
  expect(chosen('Source')).toBe('one for all lines')
  expect(chosen('Amount')).toBe('Итог')
  expect(applies('Enter the source of all lines').ariaDisabled).toBe('true')
  await user.selectOptions(column('Source'), 'Площадка')
  await user.selectOptions(column('Amount'), 'none')
  await eventually(() => expect(words(dialog())).toContain('Choose the column with the amount'))
  await user.selectOptions(column('Amount'), 'Итог')
  await user.selectOptions(column('Period of all lines'), 'Oct 2026')
  await within(dialog()).findByText('2 amounts, 1,299.5 in all')

  const offline = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await user.click(applies())
  await within(dialog()).findByText(/^Not saved\. /)
  within(dialog()).getByText('2 amounts, 1,299.5 in all')
  offline.mockRestore()
  await apply()
  await eventually(() => costButton('Spend 1,201', PAID))

  // Spend is not entered by weekday, so a cost says nothing here; the other view has no costs.
  await reopen(`${MONTH}&weekday=1`)
  await eventually(() => expect(words(panel('Sources'))).toContain('Narrowed by: Weekday.'))
  expect(() => costButton(/^Cost/, PAID)).toThrow('0 buttons')
  await user.click(buttonOf('Contacts', panel('Sources').querySelector('header')!))
  await eventually(() => expect(words(panel('Sources'))).not.toContain('Per target'))
})

const fixture = (name: string) =>
  name === 'broken.xlsx'
    ? new TextEncoder().encode('PK\u0003\u0004, and nothing else')
    : readFileSync(join(import.meta.dirname, '../../../analytics/spend/fixtures', name))

test('a file is asked what it leaves open, by the keyboard too, before anything of it is applied', async () => {
  const { openSpend, apply, user } = await open()
  await openSpend()
  await user.click(within(dialog()).getByRole('button', { name: 'File' }))
  const choose = (name: string) =>
    user.upload(
      within(dialog()).getByLabelText('CSV or Excel file', { selector: 'input' }),
      new File([fixture(name)], name),
    )
  await choose('s11-slash.csv')
  const monthFirst = await within(dialog()).findByRole('radio', { name: /October 1 \(month first\)/ })
  expect(applies(/^Say which date it is/).ariaDisabled).toBe('true')
  monthFirst.focus()
  await user.keyboard(' ')
  await within(dialog()).findByText('1 amount, 1,200 in all')
  expect(facts()['Days']).toBe('Oct 1 – 12, 2026 (12 days)')

  await choose('s9-direct-api.tsv')
  const source = await within(dialog()).findByRole<HTMLInputElement>('combobox', {
    name: 'Source of all lines',
  })
  expect(source.value).toBe('Yandex Direct')
  expect(applies('Say whether the amounts are in millionths').ariaDisabled).toBe('true')
  await user.click(within(dialog()).getByRole('radio', { name: 'yes, it is 1,234.5' }))
  await within(dialog()).findByText('1 amount, 2,234.5 in all')

  // A workbook goes to the server and comes back as cells.
  await choose('s20-vk.xlsx')
  await within(dialog()).findByText('1 amount, 54,321.5 in all')
  await user.clear(within(dialog()).getByRole('combobox', { name: 'Source of all lines' }))
  expect(applies('Enter the source of all lines').ariaDisabled).toBe('true')
  await user.type(within(dialog()).getByRole('combobox', { name: 'Source of all lines' }), 'карты')
  await user.selectOptions(
    within(dialog()).getByRole('combobox', { name: 'Period of all lines' }),
    'Oct 2026',
  )
  await eventually(() => expect(facts()['Sources with contacts']).toBe(`1 of 1 (${monthDays})`))
  await choose('broken.xlsx')
  await within(dialog()).findByText(/This file is damaged or not an Excel workbook/)
  await apply()
  await eventually(() => costButton('Spend 54,322', MAPS))
})

test('what one client pays is never shown with another', { tags: 'all' }, async () => {
  const { api, open: visit, user } = await openOverview('', { account: 'agency_manager' })
  const visitClient = async (name: string) => {
    const client = await clientNamed(api, name)
    visit(`/overview?period=last_30_days&client=${client}`)
    await eventually(() => sourceRow(PAID))
  }
  const openSpend = async () => {
    await user.click(buttonOf('Spend', panel('Sources')))
    await eventually(() => expect(amounts().length).toBeGreaterThan(0))
  }
  await visitClient('Sever Group')
  await openSpend()
  await user.click(within(dialog()).getByRole('button', { name: 'for the whole month' }))
  await user.type(amountOf(PAID), '7777777')
  await user.click(applies())
  await eventually(() => costButton(/^Spend\s*[\d,]+$/, PAID))

  await visitClient('Stoma Plus')
  expect(hasCosts()).toBe(false)
  await openSpend()
  const total = within(dialog()).getByRole('row', { name: /^Total/ })
  expect(words(within(total).getAllByRole('cell').at(-1))).toBe('0')
  for (const box of amounts()) expect(box.value).toBe('')
  await visitClient('Sever Group')
  await eventually(() => costButton(/^Spend\s*[\d,]+$/, PAID))
})

test('keeps a sheet that is too large for the account, and says so', { tags: 'all' }, async () => {
  const won_statuses = Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(256, 'я'))
  const { openSpend, apply, user } = await open(MONTH, {
    before: (api) => api.write('PUT', '/api/preferences', { base_version: 0, preferences: { won_statuses } }),
  })
  await openSpend()
  await user.click(within(dialog()).getByRole('button', { name: 'Paste from a sheet' }))
  const lines = Array.from({ length: 300 }, (_, index) => `Source ${index}\t${LAST_MONTH}\t${index}`)
  const cells = () => within(dialog()).getByRole('textbox', { name: 'Cells copied from a sheet' })
  cells().focus()
  await user.paste(lines.join('\n'))
  await within(dialog()).findByText(/^300 amounts, /)
  expect(applies(/^There is no room for this much\./).ariaDisabled).toBe('true')
  await user.clear(cells())
  await user.paste(lines.slice(0, 3).join('\n'))
  await apply()
  await screen.findByText('3 amounts saved')
})

test(
  'fault-offline: what is typed waits for the network, and is applied once it is back',
  { tags: 'all' },
  async () => {
    const app = await open()
    await app.openSpend()
    await app.fill(amountOf(PAID), '500')
    const back = await goOffline(app)
    await app.user.click(applies(NO_NETWORK))
    await back()
    await eventually(() => expect(applies().ariaDisabled).not.toBe('true'))
    await app.apply()
    await screen.findByText('1 amount saved')
  },
)
