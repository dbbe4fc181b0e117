/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { clientNamed } from '#/test/api-server.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'
import { allLoaded, openOverview, panel } from '#/features/overview/page-testing.ts'

const TITLE = 'Missed callers'

test('says no number of callers to an account that sees statistics only, and why', async () => {
  await openOverview('', { account: 'statistics_only' })
  await allLoaded()
  await eventually(() =>
    expect(words(panel(TITLE))).toMatch(/^Missed callers–Numbers, statuses or dates are not/),
  )
})

test('says no number of callers where no missed call has one, and why, and none on the worklist', async () => {
  const { open } = await openOverview('', {
    account: 'client',
    before: async ({ database }) => {
      await database.updateTable('contacts').set({ phone_number_from: '', caller_digits: '' }).execute()
    },
  })
  await allLoaded()
  await eventually(() => expect(words(panel(TITLE))).toMatch(/^Missed callers–No missed call in this period/))
  expect(words(panel('Today'))).not.toMatch(/No one to call back|everyone was reached/)
  open('/call-back')
  await screen.findByRole('heading', { name: 'No caller numbers' })
  expect(document.body.textContent).not.toContain('No one to call back')
})

test('says no number of callers where statuses are hidden, and none on the worklist and in Today', async () => {
  const { api, open } = await renderApp('/clients', {
    account: 'agency_manager',
    before: ({ database }) =>
      database
        .updateTable('accounts')
        .set({ hidden_fields: '["status"]' })
        .where('email', '=', 'info@severgroup.ru')
        .execute(),
  })
  const client = await clientNamed(api, 'Sever Group')
  open(`/overview?client=${client}`)
  await allLoaded()
  await eventually(() =>
    expect(words(panel(TITLE))).toMatch(/^Missed callers–Numbers, statuses or dates are not/),
  )
  expect(words(panel('Today'))).not.toMatch(/No one to call back|everyone was reached|Call back \d/)
  open(`/call-back?client=${client}`)
  await screen.findByRole('heading', { name: 'Missed callers are not shown here' })
})
