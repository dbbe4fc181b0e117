// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { exportContext } from '#/features/overview/export/testing.ts'
import type { Exported } from '#/features/overview/export/exported.ts'
import { setLocale } from '#/i18n/locale.ts'
import { pictureOf } from './picture-of.tsx'
import { standAlone } from './stand-alone.ts'
import { fitted } from './text.ts'

beforeEach(() => setLocale('en'))

const PANELS: readonly Exported[] = [
  { panel: 'trend', metric: 'contacts' },
  { panel: 'trend', metric: 'missed_rate' },
  { panel: 'sources', order: { column: 'target_rate', direction: 'descending' }, costs: null },
  { panel: 'heat-map', metric: 'contacts' },
  { panel: 'heat-map', metric: 'missed_rate' },
  { panel: 'breakdown', by: 'region', without: 'Without region' },
  { panel: 'funnel' },
]
const HOSTILE = 'a\u0000\u202E<script>&"\ud800' + 'Ы'.repeat(400)

describe('a picture', () => {
  it.each(PANELS)('of %j needs nothing of the page', (exported) => {
    const asked = new Set<string>()
    const svg = standAlone(
      pictureOf(exported, HOSTILE, exportContext({ source: HOSTILE }), [`${HOSTILE} source`]),
      (token) => {
        asked.add(token)
        return 'teal'
      },
    )
    const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(document.querySelector('parsererror')).toBeNull()
    expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg')
    expect(svg).not.toMatch(/var\(|class=|style=|<script|\u202e/)
    expect(svg).not.toContain('\0')
    expect([...asked].every((token) => token.startsWith('--'))).toBe(true)
    const root = document.documentElement
    expect(Number(root.getAttribute('width'))).toBe(960)
    expect(Number(root.getAttribute('height'))).toBeGreaterThan(150)
    expect(svg).not.toMatch(/NaN|Infinity|undefined|null/)
  })

  it('says whose it is, of when, and by which filters', () => {
    const text = (exported: Exported) =>
      standAlone(
        pictureOf(exported, 'Title', exportContext({ region: 'Berlin' }, { client: 'Acme' }), ['Callboard']),
        () => 'teal',
      )
    const funnel = text({ panel: 'funnel' })
    for (const words of ['Title', 'Acme', 'All objects', 'Nov 1', 'Region: Berlin', 'Callboard', '>80<'])
      expect(funnel, words).toContain(words)
    // The regions keep their other rows, as on the screen.
    const regions = text({ panel: 'breakdown', by: 'region', without: 'Without region' })
    expect(regions).not.toContain('Region: Berlin')
    expect(regions).toContain('Москва')
  })
})

it('a text is one line that fits', () => {
  expect(fitted('short', 100, 10)).toBe('short')
  expect(fitted('two\nlines', 100, 10)).toBe('two lines')
  expect(fitted('x'.repeat(100), 100, 10)).toMatch(/^x{15,20}…$/)
  expect(fitted('漢'.repeat(100), 100, 10).length).toBeLessThan(11)
  expect(fitted('', 100, 10)).toBe('')
})
