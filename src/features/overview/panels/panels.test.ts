import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Changes } from '#/contract/figures/answers.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import { panelTable, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { columnsTable } from '#/features/overview/export/table.ts'
import { exportContext } from '#/features/overview/export/panel-testing.ts'
import { CONTACTS_FILE } from '#/features/overview/receipt/contacts-dialog.tsx'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { spendingOf } from '#/analytics/spend/spending.ts'
import { costsOf } from '#/domain/costs/costs.ts'
import { negativeKeywordsFile, shiftsFile } from '#/features/overview/tools/file.ts'
import { MINUS_FILE } from '#/features/overview/tools/negative-keywords.tsx'
import { SHIFTS_FILE } from '#/features/overview/tools/shift-finder.tsx'
import type { Cell } from '#/domain/files/cell.ts'
import { tableBlob } from '#/domain/files/table-blob.ts'
import { setLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { breakdownFile } from './breakdowns/file.tsx'
import { funnelFile } from './funnel/file.tsx'
import { heatFile } from './heat-map/file.tsx'
import { unreturnedCallsFile } from './unreturned-calls/file.ts'
import { PANELS } from './panels.ts'
import { sourcesFile } from './sources/file.tsx'
import { trendFile } from './trend/file.tsx'

beforeEach(() => setLocale('en'))

type Made = Awaited<ReturnType<typeof panelTable>>

const column = ({ columns, rows }: Made, name: string): Cell[] => {
  const index = columns.findIndex((one) => one.name === name)
  expect(index, name).toBeGreaterThanOrEqual(0)
  return rows.map((row) => row[index] ?? null)
}
const sum = (cells: readonly Cell[]) => cells.reduce<number>((total, cell) => total + Number(cell ?? 0), 0)
const names = ({ columns }: Made) => columns.map(({ name }) => name)

const SOURCES = { order: { column: 'target_rate', direction: 'descending' }, costs: null } as const
const REGIONS = {
  name: 'regions',
  by: 'region',
  title: m.breakdown_regions,
  without: m.breakdown_without_region,
} as const
const TREND = { metric: 'contacts' } as const
const HEAT = { metric: 'contacts' } as const

/** Contacts of which some have no readable date. */
const undated = (count: number) => {
  const context = exportContext()
  const report = { ...context.report, leftOut: { ...context.report.leftOut, undated: count } }
  return { ...context, report, overview: { ...context.overview, report } }
}

const PANEL_LIST = Object.values(PANELS).flat()
const EXPORTABLES = [
  ...PANEL_LIST.flatMap(({ files }) => ('none' in files ? [] : files)),
  // Used by every figure, not a panel.
  CONTACTS_FILE,
  // On its own page.
  SHIFTS_FILE,
  MINUS_FILE,
]

describe('the list of panels', () => {
  it('names each panel and each file once, and has every folder', () => {
    const panels = PANEL_LIST.map(({ name }) => name)
    expect(new Set(panels).size).toBe(panels.length)
    const files = EXPORTABLES.map(({ name }) => name)
    expect(new Set(files).size).toBe(files.length)
    const folders = Object.keys(import.meta.glob('./*/view.tsx'))
    expect(folders).toHaveLength(panels.length - 5)
  })

  it('has files of each panel, or says why not', () => {
    for (const { name, files } of PANEL_LIST)
      if ('none' in files) expect(files.none, name).toMatch(/\w+ \w+/)
      else expect(files.length, name).toBeGreaterThan(0)
  })

  it.each(EXPORTABLES)('$name: its file has the rows of the screen', async ({ name, usual, file }) => {
    const made = await file()
    // Filters that no panel shows, since panels ignore their own.
    const loaded = exportContext({ kind: 'first_time' })
    const { changes } = (await made.whole?.(loaded, usual)) ?? {}
    const screen = { ...loaded, ...(changes && { changes }) }
    const shown = made.rows(screen, usual)
    const all = await panelTable(made, usual, loaded)
    const onScreen = columnsTable(made.columns(shown, screen, usual), shown)
    expect(onScreen.columns).toEqual(all.columns)
    if (name === 'contacts') expect([onScreen.rows.length, all.rows.length]).toEqual([0, 240])
    else if (name === 'sources') {
      expect(all.rows.length).toBeGreaterThan(shown.length)
      expect(all.rows.filter(([level]) => level === 'Source')).toEqual(onScreen.rows)
    } else expect(all.rows).toEqual(onScreen.rows)
    // The sample has no negative keywords.
    if (name !== 'minus-phrases') expect(all.rows.length).toBeGreaterThan(0)

    const csv = await tableBlob({
      ...all,
      title: name,
      client: null,
      format: 'csv',
      note: null,
      locale: 'en',
    })
    // Line breaks inside values don't end a row.
    const lines = (await csv.text())
      .replaceAll(/"[^"]*"/g, '')
      .trimEnd()
      .split(/\r?\n/)
    expect(lines).toHaveLength(all.rows.length + 1)
  })

  it.each(EXPORTABLES)('$name: has a picture, or says why not', async ({ usual, isDrawn, file }) => {
    const { picture } = await file()
    expect('none' in picture).toBe(!isDrawn)
    if ('none' in picture) expect(picture.none).toMatch(/nothing to draw/)
    else expect(picture.draw(exportContext(), usual).height).toBeGreaterThan(50)
  })

  it('can be read without a screen: rows and columns know no React', async () => {
    const modules = import.meta.glob<Record<string, unknown>>([
      './*/rows.ts',
      './*/columns.ts',
      '../tools/columns.ts',
      './*/file-columns.ts',
      './*/lines.ts',
      './*/plot.ts',
      './*/labels.ts',
      '../../../domain/report/*.ts',
      '!**/*.test.ts',
    ])
    expect(Object.keys(modules).length).toBeGreaterThan(14)
    vi.resetModules()
    const libraries = ['react', 'react-dom', '@tanstack/react-query', '@tanstack/react-router']
    for (const library of libraries)
      vi.doMock(library, () => {
        throw new Error(`${library} among rows and columns`)
      })
    for (const [path, read] of Object.entries(modules)) expect(await read(), path).toBeDefined()
    for (const library of libraries) vi.doUnmock(library)
  })
})

const SEARCHES: OverviewSearch[] = [
  {},
  { region: 'Berlin' },
  { source: 'Maps' },
  { source: '~' },
  { campaign: 'autumn_1', region: 'Berlin' },
  { weekday: '1' },
  { days: '2026-11-03..2026-11-05' },
  { days: '2026-11-03..2026-11-05', source: 'Maps', hour: '10' },
]

describe('the rows of a file add up to the card', () => {
  it.each(SEARCHES)('with %j', async (search) => {
    const context = exportContext(search)
    const { contacts, missed, target } = context.report.figures
    const sources = await panelTable(sourcesFile, SOURCES, context)
    const levels = column(sources, 'Level')
    for (const level of ['Source', 'Campaign', 'Search request']) {
      const of = (name: string) => column(sources, name).filter((_, index) => levels[index] === level)
      expect(sum(of('Contacts')), level).toBe(contacts)
      expect(sum(of('Missed'))).toBe(missed)
      expect(sum(of('Target'))).toBe(target)
    }
    expect(sum(column(await panelTable(breakdownFile(REGIONS), null, context), 'Contacts'))).toBe(contacts)
    expect(sum(column(await panelTable(heatFile, HEAT, context), 'Contacts'))).toBe(contacts)
    expect(sum(column(await panelTable(trendFile, TREND, context), 'Contacts'))).toBe(contacts)
    expect(column(await panelTable(funnelFile, null, context), 'Number')[0]).toBe(contacts)
    expect((await panelTable(unreturnedCallsFile, null, context)).rows).toHaveLength(
      context.report.figures.not_through!,
    )
  })
})

describe('sources', () => {
  it('are a tree: who leads to a row stands before it', async () => {
    const table = await panelTable(sourcesFile, SOURCES, exportContext())
    const [levels, source, campaign, request] = ['Level', 'Source', 'Campaign', 'Search request'].map(
      (name) => column(table, name),
    )
    levels!.forEach((level, index) => {
      expect(source![index]).not.toBeNull()
      expect(campaign![index] === null).toBe(level === 'Source')
      expect(request![index] === null).toBe(level !== 'Search request')
      if (level !== 'Source') expect(source!.slice(0, index)).toContain(source![index])
    })
    expect(source).toContain('Without source')
    expect(campaign).toContain('Without campaign')
    // The writer of the file escapes formulas, not the table.
    expect(source).toContain('=cmd')
  })

  it('have the ends of their ranges, which hold the rate', async () => {
    const table = await panelTable(sourcesFile, SOURCES, exportContext())
    const [rate, low, high] = ['Target rate', 'Target rate, 95% from', 'Target rate, 95% to'].map((name) =>
      column(table, name),
    )
    rate!.forEach((value, index) => {
      expect(Number(low![index])).toBeLessThanOrEqual(Number(value))
      expect(Number(high![index])).toBeGreaterThanOrEqual(Number(value))
    })
    expect(table.columns.filter(({ kind }) => kind === 'share')).toHaveLength(6)
    expect(sum(column(table, 'Sum, CRM'))).toBeGreaterThan(0)
  })

  it('have no cost before anything was paid, and then its ranges', async () => {
    const context = exportContext()
    expect(names(await panelTable(sourcesFile, SOURCES, context)).join()).not.toMatch(/cost|spend/i)
    const { days, question } = context.overview
    const paid = { client: null, object: null, source: 'Maps', campaign: null, months: { '2026-11': 3000 } }
    const spending = spendingOf([paid], { client: null, object: null }, days, [])
    const costs = costsOf({ ...spending, counted: [], planned: null, notPlanned: null }, question, null)
    const table = await panelTable(sourcesFile, { ...SOURCES, costs }, context)
    const ranged = names(table).filter((name) => name.endsWith('95% from'))
    expect(ranged).toHaveLength(5)
    const maps = column(table, 'Source').indexOf('Maps')
    expect(column(table, 'Level')[maps]).toBe('Source')
    // 20 of the month's 30 days.
    expect(column(table, metricName('spend'))[maps]).toBe(2000)
    expect(column(table, metricName('spend')).filter((value) => value !== null)).toEqual([2000])
  })

  it('hide what the client hides (G12)', async () => {
    const hidden = new Set(['target', 'utm', 'customer_status'])
    const table = await panelTable(sourcesFile, SOURCES, exportContext({}, { hidden }))
    expect(names(table).filter((name) => /Target|Campaign|Deals|Sum/.test(name))).toEqual([])
    expect(new Set(column(table, 'Level'))).toEqual(new Set(['Source', 'Search request']))
  })
})

it('a breakdown has every row, with its share of all', async () => {
  const table = await panelTable(breakdownFile(REGIONS), null, exportContext())
  expect(new Set(column(table, 'Region'))).toEqual(new Set(['Москва', 'Berlin', 'Without region']))
  expect(sum(column(table, 'Share of all these contacts'))).toBeCloseTo(1, 4)
})

it.each([
  ['regions', () => breakdownFile(REGIONS), null],
  ['sources', () => sourcesFile, SOURCES],
] as const)(
  '%s have the change of each row, which add up, and none without a comparison',
  async (_, file, choice) => {
    const context = exportContext()
    const made = file() as PanelFile<unknown>
    const table = await panelTable(made, choice, context)
    const { contacts } = context.report.figures
    expect(sum(column(table, 'Change'))).toBe(contacts - context.report.compared!.contacts)
    const question = { ...context.overview.question, comparedDays: null }
    const alone = { ...context, overview: { ...context.overview, question, comparedDays: null } }
    expect(names(await panelTable(made, choice, alone))).not.toContain('Change')
  },
)

it.each([
  ['a region', 'Region', () => breakdownFile(REGIONS), null],
  ['a source', 'Source', () => sourcesFile, SOURCES],
] as const)('%s that had contacts before and has none now is in the file', async (_, of, file, choice) => {
  const context = exportContext()
  const { ask } = context.overview
  const withGone = async (...[name, question]: Parameters<typeof ask>) => {
    const given = await ask(name, question)
    if (name !== 'changes') return given
    const { split } = given as Changes
    const [first] = split!.rows
    const gone = { ...first!, value: 'Gone', now: { part: 0, whole: 0 }, change: -12 }
    return { ...(given as Changes), split: { ...split!, rows: [...split!.rows, gone] } }
  }
  const overview = { ...context.overview, ask: withGone as typeof ask }
  const table = await panelTable(file() as PanelFile<unknown>, choice, { ...context, overview })
  const at = column(table, of).indexOf('Gone')
  expect(column(table, 'Change')[at]).toBe(-12)
  expect(column(table, 'Contacts')[at]).toBe(0)
})

it('managers have no missed calls of their own: only who answers has his name on one', async () => {
  const table = async (panel: (typeof EXPORTABLES)[number]) =>
    names(await panelTable(await panel.file(), panel.usual, exportContext()))
  const [regions, managers] = ['regions', 'managers'].map((name) =>
    EXPORTABLES.find((one) => one.name === name)!,
  )
  expect((await table(regions!)).filter((name) => /[Mm]issed/.test(name))).not.toEqual([])
  expect((await table(managers!)).filter((name) => /[Mm]issed/.test(name))).toEqual([])
})

it.each([
  ['trend', () => panelTable(trendFile, TREND, undated(2))],
  ['heat map', () => panelTable(heatFile, HEAT, undated(2))],
])('the %s says how many contacts are in no line of it for want of a date', async (_, made) => {
  expect((await made()).about).toEqual([{ name: 'Contacts whose date cannot be read, in no line', value: 2 }])
})

it('the heat map has every hour of the week, those without contacts too', async () => {
  const { rows } = await panelTable(heatFile, HEAT, exportContext())
  expect(rows).toHaveLength(168)
  const table = await panelTable(heatFile, HEAT, exportContext())
  const [sums, means] = [column(table, 'Contacts'), column(table, 'Contacts a day')].map((some) =>
    some.map(Number),
  )
  expect(sums!.some((sum) => sum > 0)).toBe(true)
  for (const [nth, sum] of sums!.entries()) {
    const days = Math.floor(nth / 24) === 5 ? 2 : 3
    expect(means![nth]).toBeCloseTo(sum / days, 2)
  }
  expect((await panelTable(heatFile, HEAT, exportContext({ weekday: '1' }))).rows).toHaveLength(24)
  expect((await panelTable(heatFile, HEAT, exportContext({ hour_of_week: '34' }))).rows).toHaveLength(1)
})

it('the trend has days as days, and what they are compared with beside them', async () => {
  const table = await panelTable(trendFile, TREND, exportContext())
  expect(table.rows).toHaveLength(20)
  expect(column(table, 'From')[0]).toEqual(new Date('2026-11-01T00:00:00Z'))
  expect(column(table, 'Before: From')[0]).toEqual(new Date('2026-10-01T00:00:00Z'))
  expect(sum(column(table, 'Before: Contacts'))).toBe(200)
  const stretch = await panelTable(trendFile, TREND, exportContext({ days: '2026-11-03..2026-11-05' }))
  expect(column(stretch, 'Before: From')[0]).toEqual(new Date('2026-10-03T00:00:00Z'))
  expect(stretch.rows).toHaveLength(3)
})

it('who did not get through is there in digits, with a moment of their own clock', async () => {
  const table = await panelTable(unreturnedCallsFile, null, exportContext())
  expect(table.rows.length).toBeGreaterThan(0)
  for (const caller of column(table, 'Caller')) expect(caller).toMatch(/^7495\d{7}$/)
  for (const moment of column(table, 'Last try')) expect(moment).toBeInstanceOf(Date)
  expect(new Set(column(table, 'UTC offset'))).toEqual(new Set(['UTC+3']))
  expect(new Set(column(table, 'Object'))).toEqual(new Set(['Northline']))
})

it('the tools’ tables are whole', async () => {
  const context = exportContext()
  const words = await panelTable(negativeKeywordsFile, null, context)
  expect(names(words)).toEqual(['Phrase', 'Kind', 'Contacts', 'Target rate at most', 'Requests'])
  const shifts = await panelTable(shiftsFile, { count: 3 }, context)
  expect(shifts.rows.length).toBeGreaterThan(0)
  expect(shifts.rows.length).toBeLessThanOrEqual(3)
  expect(sum(column(shifts, 'First-time, missed'))).toBe(
    shifts.about.find(({ name }) => name === 'First-time, missed')?.value ?? 0,
  )
})
