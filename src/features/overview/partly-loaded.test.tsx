// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, exportCsv, figure, openOverview, panel, receipt, shown } from './page-testing.ts'

const DAYS = 'date_from=2026-09-20&date_to=2026-11-16'

test('loading can be cancelled, what has come is called a part everywhere, and it goes on', async () => {
  const { api, user, counted, press, address } = await openOverview(`?${DAYS}&compare=none`, {
    account: 'client',
    faults: ['calls-slow-pages'],
  })
  await eventually(() => figure('Contacts 40'))
  screen.getByRole('progressbar', { name: 'Loading contacts' })
  await press('Cancel')
  const stopped = await screen.findByText(/^Stopped: first 40 of /)
  await user.click(figure('Contacts 40'))
  expect(words(receipt())).toContain('Not everything is loaded')
  // The journal would show all of them.
  expect(within(receipt()).queryByRole('link')).toBeNull()
  await user.click(figure('Contacts 40'))

  // Days that have not been loaded are no zeros.
  const trend = () => within(panel('Trend'))
  const said = () => trend().getByRole('slider').getAttribute('aria-valuetext')
  trend().getByText('not loaded')
  trend().getByRole('slider').focus()
  await user.keyboard('{End}')
  expect(said()).toMatch(/: not loaded$/)

  const file = await exportCsv(user, 'Regions')
  expect(file.name).toMatch(/-incomplete\.csv$/)
  expect(file.text.trimEnd()).toMatch(/\r\n"?Incomplete export: First 40 of [\d,]+[^\n]*$/)
  await user.click(screen.getByRole('link', { name: 'Report' }))
  const paper = await screen.findByRole('article', { name: 'Contacts and calls' })
  expect(words(paper)).toMatch(/Incomplete: First 40 of/)
  await user.click(screen.getByRole('link', { name: 'Back to overview' }))
  await eventually(() => figure('Contacts 40'))
  expect(address()).toBe(`/overview?${DAYS}&compare=none`)

  api.fault()
  const contacts = await counted(DAYS)
  expect(contacts).toBeGreaterThan(60)
  expect(words(stopped)).toBe(`Stopped: first 40 of ${contacts}`)
  await press('Go on')
  await allLoaded(contacts)
  await eventually(() => figure(`Contacts ${shown(contacts)}`))
  expect(trend().queryByText('not loaded')).toBeNull()
  trend().getByRole('slider').focus()
  await user.keyboard('{End}')
  expect(said()).toMatch(/: [\d,]+/)
})
