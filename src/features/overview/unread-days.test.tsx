/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { allowConsole, eventually } from '#/test/render-app.tsx'
import { allLoaded, exportCsv, figure, openOverview, panel, receipt } from './page-testing.ts'

const DAYS = 'date_from=2026-09-20&date_to=2026-11-20'

/** What each panel shows while some days failed to load. */
const PANELS = {
  Summary: 'so far',
  Trend: 'couldn’t be read',
  Sources: 'advice appears when all days are read',
  'Heat map': 'couldn’t be read',
  Regions: 'so far',
} as const

// The panel "Today" depends on the last thirty days only.
test.each([
  ['calls-page-3-fails', 'To-dos appear when all days are read'],
  ['calls-ends-early', 'Call back '],
  ['calls-total-shrinks', 'Call back '],
] as const)(
  'fault-unread-days: each panel names missing days when %s, until a retry',
  async (fault, today) => {
    allowConsole(/status of 500/)
    const { api, press, user, counted } = await openOverview(`?${DAYS}&compare=none`, {
      account: 'client',
      faults: [fault],
    })
    const total = await counted(DAYS)
    const partial = await screen.findByText(/^Couldn’t read .*2026/)
    const match = /: (\d+) of (\d+) contacts$/.exec(words(partial))
    if (fault !== 'calls-total-shrinks') {
      expect(Number(match?.[1])).toBeLessThan(total)
      expect(Number(match?.[2])).toBe(total)
    }
    for (const [name, text] of Object.entries({ ...PANELS, Today: today }))
      await eventually(() => expect(words(panel(name))).toContain(text))
    expect(screen.queryAllByRole('status').map(words).join(' ')).not.toMatch(/^\d+ contacts?$/)

    await user.click(figure(/^Contacts [\d,]+$/))
    await eventually(() => expect(words(receipt())).toContain('Couldn’t read '))
    await user.keyboard('{Escape}')
    const file = await exportCsv(user, 'Trend', panel('Trend'))
    expect(file.name).toContain('incomplete')
    expect(file.text).toContain('Couldn’t read ')

    api.fault()
    await press('Retry')
    await allLoaded()
    expect(screen.queryByText(/Couldn’t read/)).toBeNull()
  },
)
