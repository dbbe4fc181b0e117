import { beforeEach, expect, test } from 'vitest'
import { setLocale } from '#/i18n/locale.ts'
import type { Exported } from './exported.ts'
import { overviewFileName } from './file-name.ts'

beforeEach(() => setLocale('en'))

const overview = (object?: string) => ({
  search: object === undefined ? {} : { object },
  days: { from: '2026-10-24', to: '2026-11-21' },
  objectTitle: (oid: string | null) => oid,
})
const HEAT: Exported = { panel: 'heat-map', metric: 'contacts' }
const REGIONS: Exported = { panel: 'breakdown', by: 'region', without: '' }

test.each<[Exported, string | undefined, string | null, boolean, string]>([
  [HEAT, undefined, null, true, 'callboard-overview-heat-map-2026-10-24_2026-11-21'],
  [HEAT, undefined, null, false, 'callboard-overview-heat-map-2026-10-24_2026-11-21-incomplete'],
  [REGIONS, 'a1', 'Домоград Окна', true, 'callboard-overview-regions-домоград-окна-2026-10-24_2026-11-21'],
  [REGIONS, 'a1', null, true, 'callboard-overview-regions-a1-2026-10-24_2026-11-21'],
  [REGIONS, 'a1', '../<:>', true, 'callboard-overview-regions-object-2026-10-24_2026-11-21'],
])('%j of %s (%s), whole %s, is the file %s', (exported, oid, title, isWhole, name) => {
  expect(overviewFileName(exported, overview(oid), title, isWhole)).toBe(name)
})
