/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'
import { panel } from '#/features/overview/page-testing.ts'

test('where no numbers are kept no caller is shown, called or copied by what stands in their place', async () => {
  await renderApp('/overview', { account: 'client', archived: 'hash' })
  await screen.findByRole('button', { name: /^As of / })
  const callers = await eventually(() => {
    const list = within(panel('Did not get through')).getByRole('list', { name: 'To call back' })
    expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(0)
    return list
  })
  for (const one of within(callers).getAllByRole('listitem')) {
    expect(words(one)).toContain('Number on the contact’s page')
    expect(words(one)).not.toMatch(/\d{5}/)
    within(one).getByRole('link', { name: /Open the contact|contact/ })
    expect(within(one).queryByRole('button')).toBeNull()
  }
  expect(document.querySelector('a[href^="tel:"]')).toBeNull()
})

test('where callers are not shown the page does not say that everybody got through', async () => {
  await renderApp('/overview', { account: 'statistics_only', archived: true })
  await screen.findByText(/Callers are not shown here, so whom to call back cannot be told/)
  expect(words(document.body)).not.toContain('everybody got through')
})
