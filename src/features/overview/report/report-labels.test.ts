import type { ReadingState } from '#/contract/figures/reading.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportContext } from '#/features/overview/export/panel-testing.ts'
import { getLocale, LOCALES, setLocale } from '#/i18n/locale.ts'
import type { CostsBefore } from '#/domain/costs/costs-before.ts'
import { spendingOf } from '#/analytics/spend/spending.ts'
import { costsOf } from '#/domain/costs/costs.ts'
import type { ReportContext } from './report-labels.ts'
import { reportContent } from './report-labels.ts'

beforeEach(() => setLocale('en'))

const contextOf = (...made: Parameters<typeof exportContext>): ReportContext => {
  const context = exportContext(...made)
  return {
    ...context,
    report: context.overview.report!,
    filters: context.overview.question.filters,
    changes: null,
    costs: null,
    costsBefore: null,
    plan: null,
    chartNotes: [],
    owner: 'Northline GmbH',
    by: { agency: 'Sever Media', person: null },
    now: new Date('2026-11-21T12:00:00Z'),
  }
}

const paidFor = (context: ReportContext, amounts: Readonly<Record<string, number>>): ReportContext => {
  const saved = Object.entries(amounts).map(([source, amount]) => ({
    client: null,
    object: null,
    source,
    campaign: null,
    months: { '2026-11': amount },
  }))
  const question = { filters: [], countAs: [] }
  const spending = spendingOf(saved, { client: null, object: null }, context.overview.days, [])
  const spent = { ...spending, counted: [], planned: null, notPlanned: null }
  return { ...context, costs: costsOf(spent, question, null) }
}

describe('what a target contact costs', () => {
  const tallyOf = (context: ReportContext, source: string) =>
    context.report.tables.source.rows.find(({ value }) => value === source)!
  const before = (paid: CostsBefore['paid']): CostsBefore => ({
    days: { from: '2026-10-01', to: '2026-10-20' },
    paid,
  })
  const contentOf = (context: ReportContext) => {
    const { cards, conclusion, notes } = reportContent(context, 'en')
    return { card: cards.find(({ name }) => name === 'Cost per target'), conclusion, notes }
  }
  // Twenty of thirty days.
  const paid = paidFor(contextOf(), { 'Paid search': 90_000, Maps: 60_000 })
  const [search, maps] = [tallyOf(paid, 'Paid search'), tallyOf(paid, 'Maps')]
  const money = (amount: number) => Math.round(amount).toLocaleString('en')

  it('is compared over the sources that were paid for in both periods', () => {
    expect(Math.min(search.target, search.contacts)).toBeGreaterThan(0)
    const cost = 100_000 / (search.target + maps.target)
    const { card, conclusion } = contentOf({
      ...paid,
      costsBefore: before(new Map([['Paid search', { contacts: 50, target: 40, amount: 36_000 }]])),
    })
    const now = 60_000 / search.target
    expect(card).toMatchObject({
      value: money(cost),
      change: `+${((now / 900 - 1) * 100).toFixed(1)}%, same sources`,
    })
    expect(conclusion).toContain(
      `A target contact cost ${money(cost)}. Of the sources paid in both periods: ${money(now)}, before 900.`,
    )
  })

  it('is compared as a whole where the same sources were paid for', () => {
    const { card, conclusion } = contentOf({
      ...paid,
      costsBefore: before(
        new Map([
          ['Paid search', { contacts: 50, target: 40, amount: 36_000 }],
          ['Maps', { contacts: 50, target: 10, amount: 14_000 }],
        ]),
      ),
    })
    expect(card?.change).toMatch(/^was 1,000, [+−][\d.]+%$/)
    expect(conclusion).toMatch(/A target contact cost [\d,]+, before 1,000\./)
  })

  it('is not compared where no source was paid for in both, and says so', () => {
    const { card, conclusion, notes } = contentOf({
      ...paid,
      costsBefore: before(new Map([['Radio', { contacts: 50, target: 40, amount: 36_000 }]])),
    })
    expect(card?.change).toBeNull()
    expect(conclusion).not.toContain('before 900')
    expect(notes).toContain('Costs aren’t comparable: no source was paid in both periods.')
  })
})

describe('a report', () => {
  it('is in the language it is asked for, whatever the page’s is', () => {
    const contentOf = LOCALES.map((locale) => reportContent(contextOf(), locale))
    expect(getLocale()).toBe('en')
    const [en, ru] = contentOf
    expect([en!.label, ru!.label]).toEqual(['Contacts and calls', 'Обращения и звонки'])
    expect([en!.title, ru!.title]).toEqual(['Northline GmbH', 'Northline GmbH'])
    expect([en!.conditions[1], ru!.conditions[1]].map((words) => words!.replace(/\s/g, ' '))).toEqual([
      'Nov 1 – 20, 2026, compared with Oct 1 – 20, 2026',
      '01.11–20.11.2026, сравнение с 01.10–20.10.2026',
    ])
    expect([en!.cards[2]!.value, ru!.cards[2]!.value].map((value) => value.replace(/\s/g, ' '))).toEqual([
      expect.stringMatching(/^\d+\.\d%$/),
      expect.stringMatching(/^\d+,\d %$/),
    ])
    expect(en!.when!.rows[0]!.name).toBe('Mon')
    expect(ru!.when!.rows[0]!.name).toBe('пн')
    for (const words of [ru!.trend.note, ru!.when!.note, ru!.missed!.words, ru!.completeness.words])
      expect(words).not.toMatch(/[A-Za-z]{5}/)
    expect(ru!.conclusion).toMatch(/[а-я]/)
  })

  it('has the figures of the overview, and every source at its place', () => {
    const words = reportContent(contextOf(), 'en')
    expect(words.cards.map(({ name, value }) => `${name} ${value}`)).toContain('Contacts 240')
    expect(words.sources!.rows.length).toBeLessThanOrEqual(8)
    expect(words.completeness).toEqual({ isComplete: true, words: expect.stringContaining('240 contacts') })
    expect(words.empty).toBeNull()
  })

  it('says in a sentence what it comes to, in its own figures', () => {
    const context = contextOf()
    const { contacts, missed } = context.report.figures
    const { conclusion } = reportContent(context, 'en')
    // 240 against 200 isn't significant: same verdict as on the card.
    expect(conclusion).toContain(`Contacts grew by 20.0%, normal variation: ${contacts} against 200.`)
    expect(reportContent(context, 'en').cards[0]).toMatchObject({ change: '+20.0%', verdict: 'same' })
    const fewer = { ...context.report.figures, contacts: 190 }
    const { comparison } = context.report
    const directions = { ...comparison!.directions, contacts: 'up' } as const
    const grown = {
      ...context,
      report: { ...context.report, compared: fewer, comparison: { ...comparison!, directions } },
    }
    expect(reportContent(grown, 'en').conclusion).toContain('Contacts grew by 26.3%: 240 against 190.')
    expect(reportContent(grown, 'en').cards[0]).toMatchObject({ change: '+26.3%, better', verdict: 'better' })
    expect(conclusion).toContain(`${missed} calls went unanswered`)
    const most = context.report.tables.source.rows.toSorted((a, b) => b.missed - a.missed)[0]!
    if (most.value !== null) expect(conclusion).toContain(`${most.missed} of them from ${most.value}`)
    // No conclusion from incomplete data.
    const state = {
      is: 'loading',
      current: { loaded: 100, total: 240, unread: [] },
    } satisfies Partial<ReadingState>
    expect(reportContent(contextOf({}, { state }), 'en').conclusion).toBeNull()
  })

  it('shows when calls were missed in blocks of three hours, which add up, and never a blank week', () => {
    const context = contextOf()
    const { when, missed } = reportContent(context, 'en')
    const cells = when!.rows.flatMap((row) => row.cells.map(({ words }) => Number(words ?? 0)))
    expect(when!.columns).toHaveLength(8)
    expect(cells.reduce((sum, one) => sum + one, 0)).toBe(context.report.figures.missed)
    expect(missed!.bars.reduce((sum, { words }) => sum + Number(words), 0)).toBe(
      context.report.figures.missed,
    )
  })

  it('says what is missing, and compares no part with a whole', () => {
    const state = {
      is: 'loading',
      current: { loaded: 100, total: 240, unread: [] },
    } satisfies Partial<ReadingState>
    const words = reportContent(contextOf({}, { state }), 'en')
    expect(words.completeness.isComplete).toBe(false)
    expect(words.completeness.words).toContain('First 100 of 240')
    expect(words.cards.every(({ change }) => change === null)).toBe(true)
    const stopped = reportContent(contextOf({}, { state: { ...state, is: 'stopped' } }), 'en')
    expect(stopped.completeness.words).toMatch(/^Incomplete: First 100 of 240/)
  })

  it('says which part is not narrowed by what narrows the others', () => {
    const { conditions, sources, trend } = reportContent(contextOf({ source: 'Maps' }), 'en')
    expect(conditions.at(-1)).toBe('Source Maps')
    expect(sources!.note).toContain('not narrowed by: Source')
    expect(trend.note).not.toContain('not narrowed')
  })

  it('says that its days are of several time zones, where the contacts came by several clocks', () => {
    expect(reportContent(contextOf(), 'en').conditions.join()).not.toContain('time zones')
    const mixed = contextOf({}, { state: { clocks: [180, 60, 300] } })
    expect(reportContent(mixed, 'en').conditions).toContain('several time zones, UTC+1 … +5')
    expect(reportContent(mixed, 'ru').conditions).toContain('несколько часовых поясов, UTC+1 … +5')
  })

  it('hides what the client hides (G12)', () => {
    const words = reportContent(
      contextOf({}, { hidden: new Set(['source', 'target', 'customer_status']) }),
      'en',
    )
    expect(words.sources).toBeNull()
    expect(words.cards.map(({ name }) => name)).toEqual(['Contacts', 'Calls', 'Missed rate', 'First-time'])
    const hidden = new Set(['status', 'phone_number_from', 'date'])
    const less = reportContent(contextOf({ trend_metric: 'missed_rate' }, { hidden }), 'en')
    expect(less.cards.map(({ name, beside }) => [name, beside === null])).toEqual([
      ['Contacts', true],
      ['First-time', true],
      ['Target rate', true],
      ['Deals', false],
    ])
    expect([less.missed, less.when]).toEqual([null, null])
    expect(less.trend.note).toMatch(/^Contacts/)
  })

  it('says that there is nothing', () => {
    expect(reportContent(contextOf({ region: 'nowhere' }), 'en').empty).not.toBeNull()
  })
})
