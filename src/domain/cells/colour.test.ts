import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { contrast, fromOklch, GROUNDS, hexOf, readableOn, readColour, type Rgb } from './colour.ts'

const part = fc.integer({ min: 0, max: 255 })
const hex = fc
  .tuple(part, part, part)
  .map((parts) => `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`)
const radians = (degrees: number) => (degrees * Math.PI) / 180
const ground = (theme: keyof typeof GROUNDS) => {
  const [lightness, chroma, degrees] = GROUNDS[theme]
  return fromOklch([lightness, chroma, radians(degrees)])
}

describe('readColour', () => {
  test('reads what the service writes, and hex digits without their sign', () => {
    expect(readColour('#ff0080')).toEqual([1, 0, 128 / 255])
    expect(readColour(' FF0080 ')).toEqual([1, 0, 128 / 255])
    expect(readColour('#f08')).toEqual([1, 0, 136 / 255])
  })

  test.each([
    null,
    '',
    'red',
    'red;background:url(//evil.example)',
    '#2e7d3',
    '#2e7d3200',
    '#ggg',
    'url(#a)',
    'var(--text)',
    '#fff;}',
    '#fff\nurl(x)',
    'expression(alert(1))',
  ])('takes %j for no colour', (raw) => {
    expect(readColour(raw)).toBeNull()
  })

  test('gives back the colour that was written', () => {
    fc.assert(fc.property(hex, (written) => hexOf(readColour(written)!) === written))
  })
})

describe('readableOn', () => {
  test('counts contrast as WCAG does', () => {
    expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
    expect(contrast(readColour('#777777')!, [1, 1, 1])).toBeCloseTo(4.48, 2)
  })

  test('the grounds are those of the style sheet', () => {
    const styles = readFileSync(new URL('../../styles.css', import.meta.url), 'utf8')
    const [light, dark] = [GROUNDS.light, GROUNDS.dark].map((one) => `oklch(${one.join(' ')})`)
    expect(styles).toContain(`--bg: light-dark(${light}, ${dark});`)
  })

  test('every colour can be read on both, rounded to what a screen shows', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom('light' as const, 'dark' as const), (written, theme) => {
        const shown = readColour(hexOf(readableOn(readColour(written)!, ground(theme))))!
        expect(contrast(shown, ground(theme))).toBeGreaterThanOrEqual(4.5)
      }),
      runs(500, 50_000),
    )
  })

  test('keeps what can be read, and the hue of what cannot', () => {
    const green = readColour('#2e7d32')!
    expect(readableOn(green, ground('light'))).toBe(green)
    const [red, greenPart, blue]: Rgb = readableOn(green, ground('dark'))
    expect(greenPart).toBeGreaterThan(Math.max(red, blue))
    const yellow = readableOn(readColour('#f9a825')!, ground('light'))
    expect(yellow[0]).toBeGreaterThan(yellow[1])
    expect(yellow[1]).toBeGreaterThan(yellow[2])
  })
})
