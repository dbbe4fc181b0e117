import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#/test/browser.tsx'
import { PositionSlider } from './position-slider.tsx'
import type { Player } from './use-player.ts'

test('a press leads to the moment that is under it, wherever the bar stands on the page', async () => {
  const seek = vi.fn<(position: number) => void>()
  const player = {
    state: { playing: false, ended: false, waiting: false, position: 0, duration: 100, failed: false },
    now: () => 0,
    seek,
  } as unknown as Player
  await mount(
    <div style={{ marginLeft: 120, width: 200 }}>
      <PositionSlider player={player} total={100} waveform={null} />
    </div>,
  )
  await page.getByRole('slider').click({ position: { x: 50, y: 10 } })
  expect(Math.round(seek.mock.calls[0]![0])).toBe(25)
})
