import { screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ApiServer } from '#/test/api-server.ts'
import { words } from '#/test/page.ts'
import { eventually, type RenderAppOptions } from '#/test/render-app.tsx'
import {
  allLoaded,
  buttonOf,
  openOverview,
  panel,
  receipt,
  sourceRow,
} from '#/features/overview/page-testing.ts'

/* Test helpers of the spend dialog. */

export const LAST_MONTH = '2026-10'
export const DAYS_IN_MONTH = 31
export const MONTH_QUERY = `date_from=${LAST_MONTH}-01&date_to=${LAST_MONTH}-31`
export const PAID_SOURCE = 'Поисковая реклама'
export const [MAPS_SOURCE, ORGANIC_SOURCE] = ['Карты', 'Органический поиск']

export const shownMoney = (amount: number): string =>
  (amount < 100 ? Math.round(amount * 100) / 100 : Math.round(amount)).toLocaleString('en')

export const spendDialog = () => screen.getByRole('dialog', { name: 'Spend' })
export const amountFields = () =>
  within(spendDialog()).getAllByRole<HTMLInputElement>('textbox', { name: /^Amount, / })
export const amountField = (source: string) =>
  within(spendDialog()).getByLabelText<HTMLInputElement>(`Amount, ${source}`)
export const costButton = (name: string | RegExp, source: string) => buttonOf(name, sourceRow(source))
export const hasCosts = () =>
  [
    ...panel('Sources').querySelectorAll('header button, [role=radiogroup] button, button[aria-pressed]'),
  ].some((one) => words(one) === 'Cost')
export const monthDays = 'Oct 1 – 31, 2026'
export const appliedFacts = (): Record<string, string> =>
  Object.fromEntries(
    [...spendDialog().querySelectorAll('dl > dt')].map((term) => [
      words(term),
      words(term.nextElementSibling),
    ]),
  )
export const applies = (reason?: string | RegExp) =>
  within(spendDialog()).getByRole('button', { name: 'Apply', ...(reason ? { description: reason } : {}) })

export const openWithSpend = async (query: string = MONTH_QUERY, options: Partial<RenderAppOptions> = {}) => {
  const app = await openOverview(`?${query}`, { account: 'client', ...options })
  const { user } = app
  await eventually(() => sourceRow(PAID_SOURCE))
  return {
    ...app,
    openSpend: async () => {
      await user.click(buttonOf('Spend', panel('Sources')))
      await eventually(() => expect(amountFields().length).toBeGreaterThan(0))
    },
    fill: async (field: HTMLElement, text: string) => {
      await user.clear(field)
      if (text !== '') await user.type(field, text)
    },
    apply: async () => {
      await eventually(() => expect(applies().ariaDisabled).not.toBe('true'))
      await user.click(applies())
      await eventually(() => expect(screen.queryByRole('dialog', { name: 'Spend' })).toBeNull())
    },
    /** How many contacts of a source the service itself counts. */
    countOf: (source: string, filters = '') =>
      app.counted(MONTH_QUERY, `&source_text_filter=${encodeURIComponent(source)}${filters}`),
    reopen: async (days: string) => {
      app.open(`/overview?${days}`)
      await eventually(() => sourceRow(PAID_SOURCE))
      // A receipt closes when its row is replaced, so wait for loading.
      await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
      await allLoaded()
    },
  }
}

/** Its code comes when it is first opened. */
export const receiptSays = (text: string) => eventually(() => expect(words(receipt())).toContain(text))

/** Target contacts of the sixty days to Nov 20, total and of the one paid source. */
export const paidTargets = async ({ database }: ApiServer): Promise<{ paid: number; all: number }> => {
  const { rows } = await sql<{ paid: number; all: number }>`
    select sum(source_title = ${PAID_SOURCE}) as paid, count(*) as "all" from contacts c
    join accounts a on a.id = c.account_id
    where a.email = 'info@severgroup.ru' and c.target = 1 and c.day between '2026-09-22' and '2026-11-20'`.execute(
    database,
  )
  return rows[0]!
}
