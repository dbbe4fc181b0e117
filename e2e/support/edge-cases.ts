import { expect, type Page } from '@playwright/test'
import { signInByRequest } from './sign-in.ts'
import { survives } from './survives.ts'
import { table } from './table.ts'

const contacts = (page: Page) => table(page, 'Contacts').locator

export const DOUBLED = 2

export const WIDE =
  /^(HTML|All fields|Address data|Large|Long|Очень|Direction|Deal|Price|Control|Odd|Custom status)/

const settled = async (page: Page) => {
  await expect(contacts(page).locator('xpath=..')).toHaveAttribute('aria-busy', 'false')
  await expect(contacts(page).getByRole('link').first()).toBeVisible()
}

/** @returns its oid */
export const openJournal = async (page: Page): Promise<string> => {
  await signInByRequest(page, 'edge')
  await page.goto('/objects')
  await page.getByRole('link', { name: 'Journal of Edge cases', exact: true }).click()
  await expect(page).toHaveURL(/\/calls$/)
  await page.goto(`${page.url()}?period=all`)
  await settled(page)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

/** Whether rendered rows fill the view. */
const isFilled = (root: Element) => {
  const view = root.parentElement!.getBoundingClientRect()
  const end = Math.min(view.bottom, root.getBoundingClientRect().bottom)
  const rows = [...root.querySelectorAll('tbody tr[aria-rowindex]')]
    .map((row) => ({ row, at: row.getBoundingClientRect() }))
    .filter(({ at }) => at.bottom > view.top && at.top < view.bottom)
  return (
    rows.some(({ at }) => at.bottom >= end - 1) &&
    rows.every(({ row }) => row.querySelector('a, button') !== null)
  )
}

/** Scrolls through a list. @returns heights and texts of its rows */
export const walk = async (page: Page) => {
  const rows = new Map<string, { readonly height: number; readonly text: string }>()
  for (let top = 0, reached = false; !reached; top += 500) {
    reached = await contacts(page).evaluate((root, at) => {
      const box = root.parentElement!
      box.scrollTop = at
      return at + box.clientHeight >= box.scrollHeight
    }, top)
    await expect.poll(() => contacts(page).evaluate(isFilled)).toBe(true)
    await survives(page)
    // At once: rows may be recycled between calls.
    const drawn = await contacts(page).evaluate((root) =>
      [...root.querySelectorAll('tbody tr[aria-rowindex]')].map((row) => ({
        number: row.ariaRowIndex ?? '',
        height: row.getBoundingClientRect().height,
        text: row.textContent,
      })),
    )
    for (const { number, ...row } of drawn) rows.set(number, row)
  }
  return [...rows.values()]
}

export const openContact = async (page: Page, oid: string, id: number, search = '') => {
  await page.evaluate((path) => history.pushState(null, '', path), `/objects/${oid}/calls/${id}${search}`)
  // Assertions poll at 100 ms at the earliest.
  await page.waitForFunction((number) => {
    const main = document.querySelector('main')
    return main?.textContent.includes(number) && main.querySelector('.animate-appear') === null
  }, String(id))
}
