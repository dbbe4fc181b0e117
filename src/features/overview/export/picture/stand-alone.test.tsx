// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { exportContext } from '#/features/overview/export/panel-testing.ts'
import type { PanelSubject, PanelFile } from '#/features/overview/export/panel-file.ts'
import { breakdownFile } from '#/features/overview/panels/breakdowns/file.tsx'
import { funnelFile } from '#/features/overview/panels/funnel/file.tsx'
import { heatFile } from '#/features/overview/panels/heat-map/file.tsx'
import { sourcesFile } from '#/features/overview/panels/sources/file.tsx'
import { trendFile } from '#/features/overview/panels/trend/file.tsx'
import { setLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { pictureOf } from '../make-file.tsx'
import { standAlone } from './stand-alone.ts'
import { fitted } from './frame.tsx'

beforeEach(() => setLocale('en'))

const draw = <Choice,>(name: string, file: PanelFile<Choice>, choice: Choice) => ({
  name,
  picture: (title: string, loaded: PanelSubject, source: readonly string[]) =>
    pictureOf(file, choice, title, loaded, source),
})
const regions = breakdownFile({
  name: 'regions',
  by: 'region',
  title: m.breakdown_regions,
  without: m.breakdown_without_region,
})
const DRAWN = [
  draw('trend', trendFile, { metric: 'contacts' }),
  draw('trend of rates', trendFile, { metric: 'missed_rate' }),
  draw('sources', sourcesFile, { order: { column: 'target_rate', direction: 'descending' }, costs: null }),
  draw('heat map', heatFile, { metric: 'contacts' }),
  draw('heat map of rates', heatFile, { metric: 'missed_rate' }),
  draw('regions', regions, null),
  draw('funnel', funnelFile, null),
]
const HOSTILE = 'a\u0000\u202E<script>&"\ud800' + 'Ы'.repeat(400)

describe('a picture', () => {
  it.each(DRAWN)('of the $name needs nothing of the page', ({ picture }) => {
    const tokens = new Set<string>()
    const svg = standAlone(
      picture(HOSTILE, exportContext({ source: HOSTILE }), [`${HOSTILE} source`]),
      (token) => {
        tokens.add(token)
        return 'teal'
      },
    )
    const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(document.querySelector('parsererror')).toBeNull()
    expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg')
    expect(svg).not.toMatch(/var\(|class=|style=|<script|\u202e/)
    expect(svg).not.toContain('\0')
    expect([...tokens].every((token) => token.startsWith('--'))).toBe(true)
    const root = document.documentElement
    expect(Number(root.getAttribute('width'))).toBe(960)
    expect(Number(root.getAttribute('height'))).toBeGreaterThan(150)
    expect(svg).not.toMatch(/NaN|Infinity|undefined|null/)
  })

  it('says whose it is, of when, and by which filters', () => {
    const text = (file: PanelFile<null>) =>
      standAlone(
        pictureOf(file, null, 'Title', exportContext({ region: 'Berlin' }, { client: 'Acme' }), [
          'Callboard',
        ]),
        () => 'teal',
      )
    const funnel = text(funnelFile)
    for (const words of ['Title', 'Acme', 'All objects', 'Nov 1', 'Region: Berlin', 'Callboard', '>80<'])
      expect(funnel, words).toContain(words)
    const ofRegions = text(regions)
    expect(ofRegions).not.toContain('Region: Berlin')
    expect(ofRegions).toContain('Москва')
  })
})

it('a text is one line that fits', () => {
  expect(fitted('short', 100, 10)).toBe('short')
  expect(fitted('two\nlines', 100, 10)).toBe('two lines')
  expect(fitted('x'.repeat(100), 100, 10)).toMatch(/^x{15,20}…$/)
  expect(fitted('漢'.repeat(100), 100, 10).length).toBeLessThan(11)
  expect(fitted('', 100, 10)).toBe('')
})
