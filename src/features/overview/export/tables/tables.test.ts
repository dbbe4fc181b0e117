import { beforeEach, describe, expect, it } from 'vitest'
import type { OverviewSearch } from '#/features/overview/search.ts'
import type { ExportTable } from '#/features/overview/export/table.ts'
import { exportContext } from '#/features/overview/export/testing.ts'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { costsOf } from '#/features/overview/spend/costs.ts'
import type { Cell } from '#/domain/table-file/cell.ts'
import { setLocale } from '#/i18n/locale.ts'
import { breakdownTable } from './breakdown.ts'
import { funnelTable } from './funnel.ts'
import { heatTable } from './heat-map.ts'
import { notThroughTable } from './not-through.ts'
import { sourcesTable } from './sources.ts'
import { minusTable, shiftsTable } from './tools.ts'
import { trendTable } from './trend.ts'

beforeEach(() => setLocale('en'))

const column = ({ columns, rows }: ExportTable, name: string): Cell[] => {
  const index = columns.findIndex((one) => one.name === name)
  expect(index, name).toBeGreaterThanOrEqual(0)
  return rows.map((row) => row[index] ?? null)
}
const sum = (cells: readonly Cell[]) => cells.reduce<number>((total, cell) => total + Number(cell ?? 0), 0)
const names = ({ columns }: ExportTable) => columns.map(({ name }) => name)

const SOURCES = {
  panel: 'sources',
  order: { column: 'target_rate', direction: 'descending' },
  costs: null,
} as const
const REGIONS = { panel: 'breakdown', by: 'region', without: 'Without region' } as const

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
    const { contacts, missed, target } = context.overview.report!.figures
    const sources = await sourcesTable(context, SOURCES)
    const levels = column(sources, 'Level')
    for (const level of ['Source', 'Campaign', 'Search request']) {
      const of = (name: string) => column(sources, name).filter((_, index) => levels[index] === level)
      expect(sum(of('Contacts')), level).toBe(contacts)
      expect(sum(of('Missed'))).toBe(missed)
      expect(sum(of('Target'))).toBe(target)
    }
    expect(sum(column(await breakdownTable(context, REGIONS), 'Contacts'))).toBe(contacts)
    expect(sum(column(await heatTable(context), 'Contacts'))).toBe(contacts)
    expect(sum(column(await trendTable(context), 'Contacts'))).toBe(contacts)
    expect(column(funnelTable(context), 'Number')[0]).toBe(contacts)
    expect((await notThroughTable(context)).rows).toHaveLength(context.overview.report!.figures.not_through)
  })
})

describe('sources', () => {
  it('are a tree: who leads to a row stands before it', async () => {
    const table = await sourcesTable(exportContext(), SOURCES)
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
    // The file's writer neutralises it, not the table.
    expect(source).toContain('=cmd')
  })

  it('have the ends of their ranges, which hold the rate', async () => {
    const table = await sourcesTable(exportContext(), SOURCES)
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
    expect(names(await sourcesTable(context, SOURCES)).join()).not.toMatch(/cost|spend/i)
    const { days, question } = context.overview
    const paid = { client: null, object: null, source: 'Maps', campaign: null, months: { '2026-11': 3000 } }
    const costs = costsOf([paid], { client: null, object: null }, days, question, true)
    const table = await sourcesTable(context, { ...SOURCES, costs })
    const ranged = names(table).filter((name) => name.endsWith('95% from'))
    expect(ranged).toHaveLength(5)
    const maps = column(table, 'Source').indexOf('Maps')
    expect(column(table, 'Level')[maps]).toBe('Source')
    // 20 of the 30 days of the month.
    expect(column(table, metricName('spend'))[maps]).toBe(2000)
    expect(column(table, metricName('spend')).filter((value) => value !== null)).toEqual([2000])
  })

  it('hide what the client hides (G12)', async () => {
    const hidden = new Set(['target', 'utm', 'customer_status'])
    const table = await sourcesTable(exportContext({}, { hidden }), SOURCES)
    expect(names(table).filter((name) => /Target|Campaign|Deals|Sum/.test(name))).toEqual([])
    expect(new Set(column(table, 'Level'))).toEqual(new Set(['Source', 'Search request']))
  })
})

it('a breakdown has every row, with its share of all', async () => {
  const table = await breakdownTable(exportContext(), REGIONS)
  expect(new Set(column(table, 'Region'))).toEqual(new Set(['Москва', 'Berlin', 'Without region']))
  expect(sum(column(table, 'Share of all these contacts'))).toBeCloseTo(1, 4)
})

it('the heat map has every hour of the week, those without contacts too', async () => {
  const { rows } = await heatTable(exportContext())
  expect(rows).toHaveLength(168)
  expect((await heatTable(exportContext({ weekday: '1' }))).rows).toHaveLength(24)
  expect((await heatTable(exportContext({ hour_of_week: '34' }))).rows).toHaveLength(1)
})

it('the trend has days as days, and what they are compared with beside them', async () => {
  const table = await trendTable(exportContext())
  expect(table.rows).toHaveLength(20)
  expect(column(table, 'From')[0]).toEqual(new Date('2026-11-01T00:00:00Z'))
  expect(column(table, 'Before: From')[0]).toEqual(new Date('2026-10-01T00:00:00Z'))
  expect(sum(column(table, 'Before: Contacts'))).toBe(200)
  const stretch = await trendTable(exportContext({ days: '2026-11-03..2026-11-05' }))
  expect(column(stretch, 'Before: From')[0]).toEqual(new Date('2026-10-03T00:00:00Z'))
  expect(stretch.rows).toHaveLength(3)
})

it('who did not get through is there in digits, with a moment of their own clock', async () => {
  const table = await notThroughTable(exportContext())
  expect(table.rows.length).toBeGreaterThan(0)
  for (const caller of column(table, 'Caller')) expect(caller).toMatch(/^7495\d{7}$/)
  for (const moment of column(table, 'Last try')) expect(moment).toBeInstanceOf(Date)
  expect(new Set(column(table, 'UTC offset'))).toEqual(new Set(['UTC+3']))
  expect(new Set(column(table, 'Object'))).toEqual(new Set(['Northline']))
})

it('the tools’ tables are whole', async () => {
  const context = exportContext()
  const words = await minusTable(context)
  expect(names(words)).toEqual(['Word', 'Contacts', 'Requests'])
  const shifts = shiftsTable(context, 3)
  expect(shifts.rows.length).toBeGreaterThan(0)
  expect(shifts.rows.length).toBeLessThanOrEqual(3)
  expect(sum(column(shifts, 'First-time, missed'))).toBe(
    shifts.about?.find(({ name }) => name === 'First-time, missed')?.value ?? 0,
  )
})
