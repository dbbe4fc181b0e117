import type { Page } from '@playwright/test'
import { CONTACTS_MAX } from '#/contract/archive/contacts.ts'
import type { BenchFigure } from '../support.ts'

/*
 * An export out of what is kept: the pages alone, as a client has them, and the whole of it in Chromium, all columns.
 */

/** 106,000 contacts within five seconds. */
const GOAL_A_SECOND = 21_200
const IN_FLIGHT = 4
const PATIENCE_MS = 600_000

interface Days {
  readonly from: string
  readonly to: string
}

/** @returns contacts, and milliseconds */
const pagesAlone = async (
  page: Page,
  { from, to }: Days,
): Promise<readonly [contacts: number, took: number]> => {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const { origin } = new URL(page.url())
  const ask = async (offset: number, limit: number): Promise<number> => {
    const response = await fetch(
      `${origin}/api/archive/contacts?date_from=${from}&date_to=${to}&offset=${offset}&limit=${limit}`,
      { headers: { cookie, origin, 'x-requested-by': 'callboard' } },
    )
    const text = await response.text()
    return limit === 1
      ? Number(/"total":(\d+),"contacts"/.exec(text)?.[1] ?? /"total":(\d+)/.exec(text)?.[1])
      : 0
  }
  const total = await ask(0, 1)
  const at = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (next < total) await ask((next += CONTACTS_MAX) - CONTACTS_MAX, CONTACTS_MAX)
    }),
  )
  return [total, performance.now() - at]
}

/** From the press to the end of the file; milliseconds. */
const inBrowser = async (page: Page, { from, to }: Days, format: 'CSV' | 'XLSX'): Promise<number> => {
  await page.goto(`/calls?period=custom&date_from=${from}&date_to=${to}`)
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('radio', { name: format }).check()
  await dialog.getByRole('radio', { name: 'All columns' }).check()
  const at = performance.now()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await dialog
    .getByRole('button', { name: 'Save what came' })
    .or(dialog.getByRole('button', { name: 'Export again' }))
    .waitFor({ timeout: PATIENCE_MS })
  return performance.now() - at
}

/** @param page of a session whose archive holds these days */
export const measureExport = async (page: Page, days: Days): Promise<BenchFigure[]> => {
  const figure = (name: string, contacts: number, took: number, hasGoal = true): BenchFigure => {
    const rate = (contacts / took) * 1000
    return {
      name,
      value: `${Math.round(rate).toLocaleString('en')} contacts/s, 106,000 in ${(106_000 / rate).toFixed(1)} s`,
      ...(hasGoal && { goal: `${GOAL_A_SECOND.toLocaleString('en')}/s`, met: rate >= GOAL_A_SECOND }),
    }
  }
  const [contacts, alone] = await pagesAlone(page, days)
  return [
    figure('export out of the archive: its pages alone', contacts, alone),
    figure('in Chromium, all columns as CSV', contacts, await inBrowser(page, days, 'CSV')),
    figure('as XLSX', contacts, await inBrowser(page, days, 'XLSX'), false),
  ]
}
