import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, press, pressOn, tabsThrough } from '#/test/browser.tsx'
import { TablePart } from '../../../e2e/gallery/data.tsx'
import { PanelsPart } from '../../../e2e/gallery/panel-states.tsx'

test('a table says how it is sorted, which row is current, what is missing and what cannot be read', async () => {
  await mount(<TablePart />)
  const contacts = page.getByRole('table', { name: 'Contacts' })
  const head = (name: string) => contacts.getByRole('columnheader', { name })
  await expect.element(head('Date')).toHaveAttribute('aria-sort', 'descending')
  await pressOn(head('Date').getByRole('button'), 'Enter')
  await expect.element(head('Date')).toHaveAttribute('aria-sort', 'ascending')
  await tabsThrough([head('Source').getByRole('button')])
  await press('Space')
  await expect.element(head('Source')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(head('Date')).not.toHaveAttribute('aria-sort')
  await expect.element(contacts.getByRole('row', { name: /Organic/ })).toHaveAttribute('aria-current', 'true')
  await expect.element(contacts.getByRole('cell', { name: 'Nobody answered' })).toBeVisible()

  await pressOn(page.getByRole('button', { name: 'Show it' }), 'Enter')
  await expect.element(page.getByRole('button', { name: 'Hide it' })).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText(/"id": null/)).toBeVisible()
})

test('progress, amounts and waiting are described in words', async () => {
  await mount(
    <>
      <TablePart />
      <PanelsPart />
    </>,
  )
  await expect
    .element(page.getByRole('progressbar', { name: 'Exporting to XLSX' }))
    .toHaveAttribute('aria-valuetext', '7,350 of 12,480')
  await expect
    .element(page.getByRole('meter', { name: 'Sessions' }).last())
    .toHaveAttribute('aria-valuetext', '1000 of 1000')
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading comments' })).toBeVisible()
  const stale = [...document.querySelectorAll('[aria-live=polite]')]
  expect(stale.some(({ textContent }) => textContent.includes('could not refresh'))).toBe(true)
  await expect
    .element(page.getByRole('table', { name: 'Sources, loading' }))
    .toHaveAttribute('aria-busy', 'true')
})
