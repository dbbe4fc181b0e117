// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, openOverview } from '#/features/overview/page-testing.ts'

const DAYS = 'date_from=2026-11-02&date_to=2026-11-16&compare=none'
const shown = () =>
  [...document.querySelectorAll('main section')]
    .map(
      (section) =>
        section.ariaLabel ?? words(document.getElementById(section.getAttribute('aria-labelledby') ?? '')),
    )
    .filter((name) => ['Trend', 'Sources', 'Regions', 'Managers', 'Funnel'].includes(name))

const openArrange = async ({ user, press }: Awaited<ReturnType<typeof openOverview>>) => {
  await press('Overview menu')
  await user.click(await screen.findByRole('menuitem', { name: 'Arrange the overview' }))
}

test('panels are hidden and moved, that is kept for the account, and taken back', async () => {
  const app = await openOverview(`?${DAYS}`, { account: 'client' })
  await allLoaded(await app.counted(DAYS))
  await eventually(() => expect(shown()).toEqual(['Trend', 'Sources', 'Funnel', 'Regions', 'Managers']))
  await openArrange(app)
  const dialog = within(await screen.findByRole('dialog', { name: 'Arrange the overview' }))
  await app.user.click(dialog.getByRole('checkbox', { name: 'Funnel' }))
  await app.user.click(dialog.getByRole('button', { name: 'Move Sources up' }))
  await eventually(() => expect(shown()).toEqual(['Sources', 'Trend', 'Regions', 'Managers']))
  await eventually(async () => {
    const stored = await app.api.get<{ preferences: object }>('/api/preferences')
    expect(stored.preferences).toMatchObject({
      overview: { hidden: ['funnel'], order: ['sources', 'trend'] },
    })
  })
  app.open(app.address())
  await eventually(() => expect(shown()).toEqual(['Sources', 'Trend', 'Regions', 'Managers']))
  await openArrange(app)
  await app.user.click(await screen.findByRole('button', { name: 'Reset' }))
  await eventually(() => expect(shown()).toEqual(['Trend', 'Sources', 'Funnel', 'Regions', 'Managers']))
})
