import { expect, test } from 'vitest'
import { drawWaveform } from './draw.ts'
import { RESOLUTION } from './waveform.ts'

const COLOURS = {
  heard: ['heard 1', 'heard 2'],
  rest: ['rest 1', 'rest 2'],
  head: 'head',
} as const

const drawn = (width: number, share: number) => {
  const all: { x: number; y: number; width: number; height: number; colour: string }[] = []
  const context = {
    fillStyle: '',
    clearRect: () => {},
    fillRect: (x: number, y: number, wide: number, high: number) =>
      all.push({ x, y, width: wide, height: high, colour: context.fillStyle }),
  }
  const voices = [0.5, 1].map((level) => Array.from({ length: RESOLUTION }, () => level))
  const canvas = context as unknown as CanvasRenderingContext2D
  drawWaveform(canvas, { width, height: 42 }, { seconds: 60, voices }, share, COLOURS)
  return { bars: all.filter(({ colour }) => colour !== 'head'), head: all.at(-1)! }
}

test.each([390, 391, 392, 393])('the bars of a recording fill a box of %i pixels, and no more', (width) => {
  const { bars } = drawn(width, 0)
  const end = Math.max(...bars.map((bar) => bar.x + bar.width))
  expect(end).toBeLessThanOrEqual(width)
  // One more would not fit.
  expect(end + 4).toBeGreaterThan(width)
})

test('what is heard has its colours up to the head, the first voice above the second', () => {
  const { bars, head } = drawn(400, 0.5)
  expect(head.x + head.width / 2).toBe(200)
  for (const { x, y, height, colour } of bars) {
    const isFirst = y < 21
    expect(colour).toBe(`${x + 1 <= 200 ? 'heard' : 'rest'} ${isFirst ? 1 : 2}`)
    expect(height).toBe(isFirst ? 10 : 20)
  }
})
