// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { added, allLoaded, figureCount, openOverview, panel } from '#/features/overview/page-testing.ts'

const DAYS = 'date_from=2026-10-20&date_to=2026-11-16'
const signed = (text: string) => Number(text.replaceAll(',', '').replace('−', '-'))

test('parts of all changes add up to the change of contacts, and one of them narrows the page', async () => {
  const { press, user, search, counted } = await openOverview(`?${DAYS}`, { account: 'client' })
  await allLoaded()
  const now = figureCount('Contacts')
  const before = await counted('date_from=2026-09-22&date_to=2026-10-19')
  const difference = now - before
  const sentence = `${Math.abs(difference)} ${difference < 0 ? 'fewer' : 'more'} contact`
  await eventually(() => expect(words(panel('Changes'))).toContain(sentence))

  await press('All changes', panel('Changes'))
  const dialog = await screen.findByRole('dialog', { name: 'All changes: Contacts' })
  await press('Region', dialog)
  const table = await within(dialog).findByRole('table', { name: 'Region' })
  const parts = [...table.querySelectorAll('tbody th button[aria-label]:not([aria-expanded])')].map(
    (button) => {
      const [, name, change] = /^(.*) ([+−]?[\d,]+)$/.exec(button.ariaLabel ?? '')!
      return { button, name, change: signed(change!) }
    },
  )
  expect(parts.length).toBeGreaterThan(2)
  expect(added(parts.map(({ change }) => change))).toBe(difference)

  const named = parts.find(({ name }) => name !== 'none')!
  await user.click(named.button)
  await eventually(() => expect(search().get('region')).toBe(named.name))
  expect(screen.queryByRole('dialog')).toBeNull()
})
