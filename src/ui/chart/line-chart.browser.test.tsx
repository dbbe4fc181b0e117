import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { focus, mount, press } from '#/test/browser.tsx'
import { LineChart, type Stretch } from './line-chart.tsx'
import { marked } from './plot.ts'

const VALUES = [4, 8, null, 2, 6, 10, 5]
const LAST = VALUES.length - 1

const show = async () => {
  const onChoose = vi.fn<(stretch: Stretch) => void>()
  await mount(
    <div style={{ width: 700 }}>
      <LineChart
        label="Contacts by day"
        points={VALUES.map((value, index) => ({ value, compared: 3, partial: index === LAST }))}
        ticks={[0, 5, 10].map((value) => ({ value, words: String(value) }))}
        places={marked(VALUES.length, 3).map(({ index, isNamed }) => ({
          index,
          words: isNamed ? `Day ${index}` : '',
        }))}
        describe={(index) => `Day ${index}: ${VALUES[index] ?? 'not loaded'}`}
        tip={(index) => ({ place: `On day ${index}`, value: `Contacts ${VALUES[index] ?? 'not loaded'}` })}
        chosen={null}
        onChoose={onChoose}
        blanks={[{ first: 2, last: 2, lines: ['not loaded'] }]}
        unfinished={{ index: LAST, words: '5 until 14:06' }}
      />
    </div>,
  )
  const slider = page.getByRole('slider')
  const reserved = (await slider.findElement()).getBoundingClientRect()
  const one = (selector: string) => vi.waitUntil(() => document.querySelector(selector), { timeout: 10_000 })
  await one('.recharts-line-curve')
  const plot = (await slider.findElement()).getBoundingClientRect()
  return { onChoose, slider, reserved, plot, one }
}
const across = (plot: DOMRect, index: number) => plot.left + (index / LAST) * plot.width

test('what is drawn stands where it is pressed, in the room that was kept for it', async () => {
  const { onChoose, slider, reserved, plot, one } = await show()
  expect(plot).toEqual(reserved)
  const grid = (await one('.recharts-cartesian-grid')).getBoundingClientRect()
  for (const side of ['left', 'right', 'top', 'bottom'] as const)
    expect(Math.abs(grid[side] - plot[side]), side).toBeLessThan(1.5)
  const hatched = (await one('.recharts-reference-area')).getBoundingClientRect()
  expect(Math.abs(hatched.left - across(plot, 1.5))).toBeLessThan(1.5)
  expect(Math.abs(hatched.right - across(plot, 2.5))).toBeLessThan(1.5)

  await slider.click({ position: { x: (5 / LAST) * plot.width, y: 20 } })
  expect(onChoose).toHaveBeenCalledWith({ first: 5, last: 5 })
  await expect.element(page.getByText('On day 5')).toBeVisible()
})

test('arrows move the cursor over days without a value too, and say each', async () => {
  const { slider, plot } = await show()
  await focus(slider)
  await press('Home', 'ArrowRight', 'ArrowRight')
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Day 2: not loaded')
  await expect.element(page.getByText('On day 2')).toBeVisible()
  await press('ArrowRight')
  const cursor = document.querySelector('.recharts-tooltip-cursor')!.getBoundingClientRect()
  expect(Math.abs(cursor.left - across(plot, 3))).toBeLessThan(1.5)
})

test('a day that is not over is dashed, a day without a value is a gap, and the axis is marked evenly', async () => {
  const { plot } = await show()
  const [whole, dotted] = ['', '[stroke-dasharray="2 3"]'].map((dashed) =>
    [...document.querySelectorAll(`.recharts-line-curve[stroke="var(--chart-1)"]${dashed}`)].map((path) =>
      path.getAttribute('d')!.replace(/[^ML]/g, ''),
    ),
  )
  expect(whole![0]).toBe('MLMLL')
  expect(dotted).toEqual(['ML'])
  const ticks = [...document.querySelectorAll('.recharts-xAxis-tick-lines line')].map(
    (tick) => tick.getBoundingClientRect().left,
  )
  for (const [nth, index] of [0, 3, 6].entries())
    expect(Math.abs(ticks[nth]! - across(plot, index))).toBeLessThan(1.5)
})
