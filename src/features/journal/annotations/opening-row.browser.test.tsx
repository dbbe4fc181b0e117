import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#/test/browser.tsx'
import { OpeningRow } from './opening-row.tsx'

/** A sheet with a row at its end and a sticky phone button. */
const Sheet = () => {
  const [open, setOpen] = useState(false)
  const [isMore, setMore] = useState(false)
  return (
    <div style={{ height: 400, overflow: 'auto' }}>
      <div style={{ height: 600 }} />
      <OpeningRow name="Marks" value={undefined} open={open} onToggle={() => setOpen(!open)}>
        <div data-testid="opened" style={{ height: isMore ? 240 : 80 }} />
      </OpeningRow>
      <div data-testid="button" style={{ position: 'sticky', bottom: 0, height: 68 }}>
        <button type="button" onClick={() => setMore(true)}>
          More
        </button>
      </div>
    </div>
  )
}

test('a row that opens at the end of a sheet is above its button, and so is what comes into it later', async () => {
  await mount(<Sheet />)
  const box = (id: string) => page.getByTestId(id).query()?.getBoundingClientRect()
  const room = () => (box('button')?.top ?? Number.NaN) - (box('opened')?.bottom ?? Number.NaN)
  await page.getByRole('button', { name: /^Marks/ }).click()
  await expect.poll(room).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: 'More' }).click()
  await expect.poll(() => box('opened')?.height).toBe(240)
  await expect.poll(room).toBeGreaterThanOrEqual(0)
})
