// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openJournal } from '#/test/screens/journal.ts'
import { button } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'

const BUSY = { id: 'busy', name: 'Busy lines', filters: { period: 'year', status_filter: 'BUSY' } }
const OCTOBER = {
  id: 'october',
  name: 'October',
  filters: { period: 'custom', date_from: '2026-10-01', date_to: '2026-10-31' },
  rolling: 'last_month',
}

test('undoing the update of a view leaves the one that is open now alone', async () => {
  const { api, user, address } = await openJournal('/calls?period=year&status_filter=BUSY&view=busy', {
    account: 'small_marketer',
    before: ({ write }) =>
      write('PUT', '/api/preferences', {
        base_version: 0,
        preferences: { saved_views: [BUSY, OCTOBER] },
      }),
  })
  await user.click(await eventually(() => screen.getByRole('checkbox', { name: 'Target only' })))
  await user.click(button('Update view'))
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  await user.click(views.getByRole('link', { name: 'October' }))
  await eventually(() => expect(address()).toContain('view=october'))
  const before = address()
  await user.click(await eventually(() => button('Undo')))
  await eventually(async () => {
    const { preferences } = await api.get<{ preferences: object }>('/api/preferences')
    expect(preferences).toMatchObject({ saved_views: [{ filters: BUSY.filters }, OCTOBER] })
    expect(JSON.stringify(preferences)).not.toContain('target_filter')
  })
  expect(address()).toBe(before)
})
