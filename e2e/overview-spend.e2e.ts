import { wilson } from '#/analytics/judge/wilson.ts'
import { test } from './support/servers/real-api.ts'
import {
  amountOf,
  apply,
  costSwitch,
  countOf,
  DAYS_IN_MONTH,
  dialog,
  enter,
  LAST_MONTH,
  money,
  MONTH_QUERY,
  openOverview,
  openSpend,
  row,
  sources,
} from './support/spend.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

/** As a Russian Excel writes it: only letters from А to я differ from ASCII here. */
const windows1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.charCodeAt(0)
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
    }),
  )

test('typed amounts become costs over the service’s own counts, with their ranges and receipts', async ({
  page,
  second,
}) => {
  await enter(page, second, 'client')
  await openOverview(page, second)
  await expect(costSwitch(page)).toBeHidden()
  await openSpend(page)
  const paid = amountOf(page, 'Поисковая реклама')
  await paid.fill('120 000,50 ₽')
  await paid.press('Enter')
  await expect(
    dialog(page)
      .getByRole('textbox', { name: /^Amount, / })
      .nth(1),
  ).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(paid).toBeFocused()

  const applyButton = dialog(page).getByRole('button', { name: 'Apply', exact: true })
  await amountOf(page, 'Карты').fill('a lot')
  await expect(dialog(page).getByText('“a lot” is no amount')).toBeVisible()
  await expect(applyButton).toHaveAttribute('aria-disabled', 'true')
  await expect(applyButton).toHaveAccessibleDescription('Correct 1 amount first')
  await amountOf(page, 'Карты').fill('')
  await dialog(page).getByRole('textbox', { name: 'Another source' }).fill('Radio')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(amountOf(page, 'Radio')).toBeFocused()
  await page.keyboard.type('300')
  await expect(dialog(page).getByRole('row', { name: /^Total/ })).toContainText('120,300.5')
  await apply(page)
  await expect(page.getByText('2 amounts saved')).toBeVisible()

  expect(await table(page, 'Sources').headers()).toEqual([
    'Source',
    'Contacts',
    'Spent',
    'Per contact',
    'Per target',
    'Per first-time',
    'Per deal',
  ])
  const contacts = await countOf(page, 'Поисковая реклама')
  const target = await countOf(page, 'Поисковая реклама', { target_filter: '1' })
  const firstTime = await countOf(page, 'Поисковая реклама', { repeated_filter: '1' })
  expect(contacts).toBeGreaterThan(15)
  expect(target).toBeGreaterThan(0)
  const own = row(page, 'Поисковая реклама')
  const figures = {
    Spend: 120_000.5,
    'Cost per contact': 120_000.5 / contacts,
    'Cost per target': 120_000.5 / target,
    'Cost per first-time': 120_000.5 / firstTime,
  }
  for (const [name, value] of Object.entries(figures))
    await expect(own.getByRole('button', { name: `${name} ${money(value)}`, exact: true })).toBeVisible()
  const { low, high } = wilson(target, contacts)!
  const ends = [high, low].map((share) => money(120_000.5 / (contacts * share)))
  await expect(own.getByText(ends.join('–'), { exact: true })).toBeVisible()
  await expect(row(page, 'Органический поиск').getByText('No spend entered').first()).toBeAttached()
  await expect(sources(page).getByText('300 of it went to sources without contacts: Radio')).toBeVisible()
  await own.getByRole('button', { name: /^Cost per target/ }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt.getByText(`120,000.5 ÷ ${target} target contacts = `)).toBeVisible()
})

test('a part of a month has its days’ part of the amount, other months have none, and all can be taken back', async ({
  page,
  second,
}) => {
  await enter(page, second, 'client')
  await openOverview(page, second)
  const own = row(page, 'Поисковая реклама')
  await openSpend(page)
  await amountOf(page, 'Поисковая реклама').fill('5')
  await apply(page)
  await expect(own.getByRole('button', { name: 'Spend 5', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(own.getByRole('button', { name: /^Spend/ })).toBeHidden()
  await expect(costSwitch(page)).toBeHidden()

  await openSpend(page)
  await amountOf(page, 'Поисковая реклама').fill('31000')
  await apply(page)
  const tenDays = `date_from=${LAST_MONTH}-01&date_to=${LAST_MONTH}-10`
  await openOverview(page, second, tenDays)
  await own.getByRole('button', { name: `Spend ${money((31_000 * 10) / DAYS_IN_MONTH)}` }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt.getByText(`31,000 × 10 of ${DAYS_IN_MONTH} days`)).toBeVisible()
  await page.keyboard.press('Escape')
  const month = new Date(`${LAST_MONTH}-01`)
  const before = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 7)
  await openOverview(page, second, `date_from=${before}-01&date_to=${before}-20`)
  await expect(costSwitch(page)).toBeHidden()
})

test('a pasted sheet says what it cannot read, adds up what belongs together, and is added or put in place', async ({
  page,
  second,
}) => {
  await enter(page, second, 'client')
  await openOverview(page, second)
  await openSpend(page)
  await amountOf(page, 'Карты').fill('1000')
  await apply(page)
  await openSpend(page)
  await amountOf(page, 'Органический поиск').fill('9')
  await amountOf(page, 'Карты').focus()
  // What is copied from a sheet and pasted into a cell is more than the cell.
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, `Источник\tМесяц\tРасход, ₽\nкарты\t${LAST_MONTH}\t200,50 ₽\nКарты\t${LAST_MONTH}\t100\nNobody’s\t${LAST_MONTH}\t7\nКарты\tsoon\t5\nКарты\t${LAST_MONTH}\tmuch\nИтого\t\t312,50`)
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    'Line 5: “soon” is no month',
    'Line 6: “much” is no amount',
  ])
  await expect(dialog(page).getByText('1 amount is the sum of several lines.')).toBeVisible()
  await expect(dialog(page).getByText('1 line with a total is left out.')).toBeVisible()
  await expect(dialog(page).getByText('Left out of the amounts: ₽.')).toBeVisible()
  const preview = table(page, 'What will be applied')
  expect((await preview.rows()).map((line) => [line['Source'], line['Until now'], line['Amount']])).toEqual([
    ['Карты', '1,000', '300.5 2 lines'],
    ['Nobody’s no contacts in this period', expect.stringContaining('No spend entered'), '7'],
  ])
  await dialog(page).getByRole('radio', { name: 'add to it' }).check()
  await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click()
  // What was typed besides is not lost: it is applied next.
  await expect(amountOf(page, 'Органический поиск')).toHaveValue('9')
  await apply(page)
  await expect(row(page, 'Карты').getByRole('button', { name: 'Spend 1,301', exact: true })).toBeVisible()

  // Whatever is half done is asked about before it is thrown away.
  await openSpend(page)
  await amountOf(page, 'Карты').fill('5')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  await expect(amountOf(page, 'Карты')).toHaveValue('5')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.reload()
  await expect(row(page, 'Карты').getByRole('button', { name: 'Spend 1,301', exact: true })).toBeVisible()
})

test('a file of a Russian Excel is read, its columns chosen, and nothing is lost when it cannot be saved', async ({
  page,
  context,
  second,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await enter(page, second, 'client')
  await openOverview(page, second)
  await openSpend(page)
  await dialog(page).getByRole('button', { name: 'CSV file', exact: true }).click()
  const choose = (name: string, buffer: Buffer) =>
    dialog(page).getByLabel('CSV file', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
  await choose('empty.csv', Buffer.from('\n'))
  await expect(dialog(page).getByText('empty.csv: There is nothing in it.')).toBeVisible()
  // The second column's name is one that is not recognised.
  await choose('spend.csv', windows1251('Площадка;Итог\r\nПоисковая реклама;1 200,50\r\n"Карты";"99"\r\n'))
  await expect(dialog(page).getByText('Read as Windows-1251')).toBeVisible()
  await expect(dialog(page).getByText('empty.csv')).toBeHidden()
  const column = (name: string) => dialog(page).getByRole('combobox', { name, exact: true })
  await expect(column('Source').locator('option:checked')).toHaveText('Площадка')
  await expect(column('Amount').locator('option:checked')).toHaveText('Итог')
  await column('Amount').selectOption('none')
  await expect(
    dialog(page).getByText('Choose the columns of the source and of the amount').first(),
  ).toBeVisible()
  await column('Amount').selectOption('Итог')
  await column('Month of every line').selectOption(LAST_MONTH)
  await expect(dialog(page).getByText('2 amounts, 1,299.5 in all')).toBeVisible()

  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(dialog(page).getByText(/^Not saved\. /)).toBeVisible()
  await expect(dialog(page).getByText('2 amounts, 1,299.5 in all')).toBeVisible()
  await context.setOffline(false)
  await apply(page)
  await expect(
    row(page, 'Поисковая реклама').getByRole('button', { name: 'Spend 1,201', exact: true }),
  ).toBeVisible()

  // Spend is not entered by weekday, so a cost says nothing here; the other view has no costs.
  await openOverview(page, second, `${MONTH_QUERY}&weekday=1`)
  await expect(
    sources(page)
      .getByRole('paragraph')
      .filter({ hasText: /^Narrowed by: Weekday\./ }),
  ).toBeVisible()
  await expect(row(page, 'Карты').getByRole('button', { name: /^Cost/ })).toHaveCount(0)
  await sources(page).getByRole('button', { name: 'Contacts', exact: true }).first().click()
  await expect(table(page, 'Sources').locator.getByText('Per target')).toBeHidden()
})

test('what one client pays is never shown with another', async ({ page, second }) => {
  await enter(page, second, 'manager')
  const visit = async (name: string) => {
    await page.goto(`${second.origin}/clients`)
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: `Client ${name}`, exact: true })).toBeVisible()
    const client = new URL(page.url()).searchParams.get('client')!
    await openOverview(page, second, `period=last_30_days&client=${encodeURIComponent(client)}`)
  }
  await visit('Sever Group')
  await openSpend(page)
  await dialog(page).getByRole('button', { name: 'for the whole month' }).click()
  await amountOf(page, 'Поисковая реклама').fill('7777777')
  await apply(page)
  await expect(row(page, 'Поисковая реклама').getByRole('button', { name: /^Spend [\d,]+$/ })).toBeVisible()
  await visit('Stoma Plus')
  await expect(costSwitch(page)).toBeHidden()
  await openSpend(page)
  await expect(
    dialog(page)
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('0')
  for (const box of await dialog(page)
    .getByRole('textbox', { name: /^Amount, / })
    .all())
    await expect(box).toHaveValue('')
  await page.keyboard.press('Escape')
  await visit('Sever Group')
  await expect(row(page, 'Поисковая реклама').getByRole('button', { name: /^Spend [\d,]+$/ })).toBeVisible()
})

test('a sheet that does not fit beside what the account has says so, and stays', async ({ page, second }) => {
  await enter(page, second, 'client')
  await openOverview(page, second)
  const status = await page.evaluate(async () => {
    const won_statuses = Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(256, 'я'))
    const answer = await fetch('/api/preferences', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-requested-by': 'callboard' },
      body: JSON.stringify({ base_version: 0, preferences: { won_statuses } }),
    })
    return answer.status
  })
  expect(status).toBe(200)
  await page.reload()
  await openSpend(page)
  await dialog(page).getByRole('button', { name: 'Paste from a sheet' }).click()
  const lines = Array.from({ length: 300 }, (_, index) => `Source ${index}\t${LAST_MONTH}\t${index}`)
  const cells = dialog(page).getByRole('textbox', { name: 'Cells copied from a sheet' })
  await cells.fill(lines.join('\n'))
  await expect(dialog(page).getByText(/^300 amounts, /)).toBeVisible()
  const applyButton = dialog(page).getByRole('button', { name: 'Apply', exact: true })
  await expect(applyButton).toHaveAccessibleDescription(/^There is no room for this much\./)
  await cells.fill(lines.slice(0, 3).join('\n'))
  await apply(page)
  await expect(page.getByText('3 amounts saved')).toBeVisible()
})
