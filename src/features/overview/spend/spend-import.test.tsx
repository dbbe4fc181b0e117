// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { rowsOf, words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { buttonOf, panel } from '#/features/overview/page-testing.ts'
import {
  amountField,
  appliedFacts,
  applies,
  costButton,
  LAST_MONTH,
  MAPS_SOURCE,
  MONTH_QUERY,
  monthDays,
  openWithSpend,
  ORGANIC_SOURCE,
  PAID_SOURCE,
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

test(
  'a pasted sheet says what it cannot read, adds up what belongs together, and is added or put in place',
  { tags: 'all' },
  async () => {
    const { openSpend, fill, apply, user, reopen, address } = await openWithSpend()
    await openSpend()
    await fill(amountField(MAPS_SOURCE), '1000')
    await apply()
    await openSpend()
    await fill(amountField(ORGANIC_SOURCE), '9')
    amountField(MAPS_SOURCE).focus()
    await user.paste(
      `Источник\tМесяц\tРасход, ₽\nкарты\t${LAST_MONTH}\t200,50 ₽\nКарты\t${LAST_MONTH}\t100\nNobody’s\t${LAST_MONTH}\t7\nКарты\tsoon\t5\nКарты\t${LAST_MONTH}\tmuch\nИтого\t\t312,50`,
    )
    await eventually(() =>
      expect(within(spendDialog()).getAllByRole('listitem').map(words)).toEqual([
        'Line 5: “soon” is no date or period',
        'Line 6: “much” is no amount',
        'Line 7: “Итого” is a total',
      ]),
    )
    within(spendDialog()).getByText('1 amount is the sum of several lines.')
    within(spendDialog()).getByText('Currency left out of the amounts: RUB.')
    expect(appliedFacts()).toMatchObject({
      Sum: '2 amounts, 307.5 in all',
      Days: `${monthDays} (31 days)`,
      'Left out': 'Line 7: “Итого” is a total',
    })
    expect(appliedFacts()['Sources with contacts']).toBe(`1 of 2 (${monthDays})No contacts: Nobody’s`)
    const lines = rowsOf('Amounts to apply').map((row) => [row['Source'], row['Until now'], row['Amount']])
    expect(lines).toEqual([
      ['Карты', '1,000', expect.stringMatching(/^300\.5\s*2 lines$/)],
      [
        expect.stringMatching(/^Nobody’s\s*no contacts in this period$/),
        expect.stringContaining('No spend entered'),
        '7',
      ],
    ])
    await user.click(within(spendDialog()).getByRole('radio', { name: 'add to it' }))
    await user.click(applies())
    await eventually(() => expect(amountField(ORGANIC_SOURCE).value).toBe('9'))
    await apply()
    await eventually(() => costButton('Spend 1,301', MAPS_SOURCE))

    // Unfinished entries are confirmed before discarding.
    await openSpend()
    await fill(amountField(MAPS_SOURCE), '5')
    const cancel = () => within(spendDialog()).getByRole('button', { name: 'Cancel' })
    await user.click(cancel())
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    await eventually(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull())
    expect(amountField(MAPS_SOURCE).value).toBe('5')
    await user.click(cancel())
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await eventually(() => expect(screen.queryByRole('dialog', { name: 'Spend' })).toBeNull())
    await reopen(address().replace('/overview?', ''))
    await eventually(() => costButton('Spend 1,301', MAPS_SOURCE))
  },
)

/** Minimal Windows-1251: only А to я differ from ASCII here. */
const windows1251 = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
  })

test('a file of a Russian Excel is read, its columns chosen, and nothing is lost when it cannot be saved', async () => {
  const { openSpend, apply, user, reopen } = await openWithSpend()
  await openSpend()
  await user.click(within(spendDialog()).getByRole('button', { name: 'File' }))
  const choose = (name: string, content: BlobPart) =>
    user.upload(
      within(spendDialog()).getByLabelText('CSV or Excel file', { selector: 'input' }),
      new File([content], name, { type: 'text/csv' }),
    )
  await choose('empty.csv', '\n')
  await eventually(() => expect(words(spendDialog())).toContain('empty.csv: There is nothing in it.'))
  await choose('page.csv', '<html><table><tr><td>Maps</td></tr></table></html>')
  await eventually(() => expect(words(spendDialog())).toContain('page.csv: This file is not a table.'))
  await choose('costs.csv', '[{"source": "Maps", "amount": 99},\n{"source": "Ads", "amount": 5}]')
  await eventually(() => expect(words(spendDialog())).toContain('costs.csv: This file is not a table.'))
  // A place where ads are shown is no source by itself: it is asked for.
  await choose('spend.csv', windows1251('Площадка;Итог\r\nПоисковая реклама;1 200,50\r\n"Карты";"99"\r\n'))
  await within(spendDialog()).findByText('Read as Windows-1251')
  expect(words(spendDialog())).not.toContain('empty.csv')
  const column = (name: string) => within(spendDialog()).getByRole<HTMLSelectElement>('combobox', { name })
  const chosen = (name: string) => column(name).selectedOptions[0]?.label
  expect(chosen('Source')).toBe('one for all lines')
  expect(chosen('Amount')).toBe('Итог')
  await eventually(() => expect(applies('Enter the source of all lines').ariaDisabled).toBe('true'))
  await user.selectOptions(column('Source'), 'Площадка')
  await user.selectOptions(column('Amount'), 'none')
  await eventually(() => expect(words(spendDialog())).toContain('Choose the column with the amount'))
  await user.selectOptions(column('Amount'), 'Итог')
  await user.selectOptions(column('Period of all lines'), 'Oct 2026')
  await within(spendDialog()).findByText('2 amounts, 1,299.5 in all')

  const offline = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await user.click(applies())
  await within(spendDialog()).findByText(/^Not saved\. /)
  within(spendDialog()).getByText('2 amounts, 1,299.5 in all')
  offline.mockRestore()
  await apply()
  await eventually(() => costButton('Spend 1,201', PAID_SOURCE))

  // Spend has no weekdays, so costs are hidden; the other view has none.
  await reopen(`${MONTH_QUERY}&weekday=1`)
  await eventually(() => expect(words(panel('Sources'))).toContain('Narrowed by: Weekday.'))
  expect(() => costButton(/^Cost/, PAID_SOURCE)).toThrow('0 buttons')
  await user.click(buttonOf('Contacts', panel('Sources').querySelector('header')!))
  await eventually(() => expect(words(panel('Sources'))).not.toContain('Per target'))
})

const fixture = (name: string) =>
  name === 'broken.xlsx'
    ? new TextEncoder().encode('PK\u0003\u0004, and nothing else')
    : readFileSync(join(import.meta.dirname, 'reading/fixtures', name))

test(
  'a file is asked what it leaves open, by the keyboard too, before anything of it is applied',
  { tags: 'all' },
  async () => {
    const { openSpend, apply, user } = await openWithSpend()
    await openSpend()
    await user.click(within(spendDialog()).getByRole('button', { name: 'File' }))
    const choose = (name: string) =>
      user.upload(
        within(spendDialog()).getByLabelText('CSV or Excel file', { selector: 'input' }),
        new File([fixture(name)], name),
      )
    await choose('s11-slash.csv')
    const monthFirst = await within(spendDialog()).findByRole('radio', { name: /October 1 \(month first\)/ })
    await eventually(() => expect(applies(/^Say which date it is/).ariaDisabled).toBe('true'))
    monthFirst.focus()
    await user.keyboard(' ')
    await within(spendDialog()).findByText('1 amount, 1,200 in all')
    expect(appliedFacts()['Days']).toBe('Oct 1 – 12, 2026 (12 days)')

    await choose('s9-direct-api.tsv')
    const source = await within(spendDialog()).findByRole<HTMLInputElement>('combobox', {
      name: 'Source of all lines',
    })
    expect(source.value).toBe('Yandex Direct')
    await eventually(() =>
      expect(applies('Say whether the amounts are in millionths').ariaDisabled).toBe('true'),
    )
    await user.click(within(spendDialog()).getByRole('radio', { name: 'yes, it is 1,234.5' }))
    await within(spendDialog()).findByText('1 amount, 2,234.5 in all')

    await choose('s20-vk.xlsx')
    await within(spendDialog()).findByText('1 amount, 54,321.5 in all')
    await user.clear(within(spendDialog()).getByRole('combobox', { name: 'Source of all lines' }))
    await eventually(() => expect(applies('Enter the source of all lines').ariaDisabled).toBe('true'))
    await user.type(within(spendDialog()).getByRole('combobox', { name: 'Source of all lines' }), 'карты')
    await user.selectOptions(
      within(spendDialog()).getByRole('combobox', { name: 'Period of all lines' }),
      'Oct 2026',
    )
    await eventually(() => expect(appliedFacts()['Sources with contacts']).toBe(`1 of 1 (${monthDays})`))
    await choose('broken.xlsx')
    await within(spendDialog()).findByText(/This file is damaged or not an Excel workbook/)
    await apply()
    await eventually(() => costButton('Spend 54,322', MAPS_SOURCE))
  },
)

test('keeps a sheet that is too large for the account, and says so', { tags: 'all' }, async () => {
  const won_statuses = Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(256, 'я'))
  const { openSpend, apply, user } = await openWithSpend(MONTH_QUERY, {
    before: (api) => api.write('PUT', '/api/preferences', { base_version: 0, preferences: { won_statuses } }),
  })
  await openSpend()
  await user.click(within(spendDialog()).getByRole('button', { name: 'Paste from a sheet' }))
  const lines = Array.from({ length: 300 }, (_, index) => `Source ${index}\t${LAST_MONTH}\t${index}`)
  const cells = () => within(spendDialog()).getByRole('textbox', { name: 'Cells copied from a sheet' })
  cells().focus()
  await user.paste(lines.join('\n'))
  await within(spendDialog()).findByText(/^300 amounts, /)
  await eventually(() => expect(applies(/^There is no room for this much\./).ariaDisabled).toBe('true'))
  await user.clear(cells())
  await user.paste(lines.slice(0, 4).join('\n'))
  await within(spendDialog()).findByText(/^4 amounts, /)
  // Applying waits for the deferred parse of the changed text.
  await eventually(() => expect(applies().ariaDisabled).not.toBe('true'))
  fireEvent.change(cells(), { target: { value: lines.slice(0, 3).join('\n') } })
  fireEvent.click(applies())
  expect(screen.queryByText('4 amounts saved')).toBeNull()
  await apply()
  await screen.findByText('3 amounts saved')
})
