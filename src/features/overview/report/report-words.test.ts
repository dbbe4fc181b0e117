import { beforeEach, describe, expect, it } from 'vitest'
import { exportContext } from '#/features/overview/export/testing.ts'
import { getLocale, LOCALES, setLocale } from '#/i18n/locale.ts'
import { reportWords, type ReportContext } from './report-words.ts'

beforeEach(() => setLocale('en'))

const FINDINGS = {
  is: 'found',
  found: [{ is: 'not_through', callers: 3, firstTime: 1 }],
  facts: undefined,
  partial: null,
  objectsError: null,
  error: null,
  retry: () => {},
  retryObjects: () => {},
} as unknown as ReportContext['findings']

const contextOf = (...made: Parameters<typeof exportContext>): ReportContext => {
  const context = exportContext(...made)
  return {
    ...context,
    report: context.overview.report!,
    findings: FINDINGS,
    now: new Date('2026-11-21T12:00:00Z'),
  }
}

describe('a report', () => {
  it('is in the language it is asked for, whatever the page’s is', () => {
    const said = LOCALES.map((locale) => reportWords(contextOf(), locale))
    expect(getLocale()).toBe('en')
    const [en, ru] = said
    expect([en!.title, ru!.title]).toEqual(['Contacts and calls', 'Обращения и звонки'])
    expect([en!.cards[2]!.value, ru!.cards[2]!.value].map((value) => value.replace(/\s/g, ' '))).toEqual([
      expect.stringMatching(/^\d+\.\d%$/),
      expect.stringMatching(/^\d+,\d %$/),
    ])
    expect(en!.heat!.plot.rows[0]).toBe('Mon')
    expect(ru!.heat!.plot.rows[0]).toBe('пн')
    for (const words of [ru!.trend.note, ru!.sources!.note, ru!.made, ru!.completeness.words])
      expect(words).not.toMatch(/[A-Za-z]{5}/)
    expect(ru!.today!.items[0]!.title).toMatch(/[а-я]/)
  })

  it('has the figures of the overview, and every source at its place', () => {
    const words = reportWords(contextOf(), 'en')
    expect(words.cards.map(({ name, value }) => `${name} ${value}`)).toContain('Contacts 240')
    expect(words.sources!.rows.length).toBeLessThanOrEqual(8)
    expect(words.completeness).toEqual({ isWhole: true, words: expect.stringContaining('240 contacts') })
    expect(words.empty).toBeNull()
  })

  it('says what is missing, and compares no part with a whole', () => {
    const state = { is: 'loading', current: { loaded: 100, total: 240, unread: null } } as const
    const words = reportWords(contextOf({}, { state }), 'en')
    expect(words.completeness.isWhole).toBe(false)
    expect(words.completeness.words).toContain('First 100 of 240')
    expect(words.cards.every(({ change }) => change === null)).toBe(true)
    const stopped = reportWords(contextOf({}, { state: { ...state, is: 'stopped' } }), 'en')
    expect(stopped.completeness.words).toMatch(/^Incomplete: First 100 of 240/)
  })

  it('says which part is not narrowed by what narrows the others', () => {
    const { conditions, sources, trend } = reportWords(contextOf({ source: 'Maps' }), 'en')
    expect(conditions.at(-1)).toEqual({ name: 'Filters', value: 'Source Maps' })
    expect(sources!.note).toContain('not narrowed by: Source')
    expect(trend.note).not.toContain('not narrowed')
  })

  it('hides what the client hides (G12)', () => {
    const words = reportWords(
      contextOf({}, { hidden: new Set(['source', 'target', 'customer_status']) }),
      'en',
    )
    expect(words.sources).toBeNull()
    expect(words.cards.map(({ name }) => name)).toEqual(['Contacts', 'Calls', 'Missed rate', 'First-time'])
    const hidden = new Set(['status', 'phone_number_from', 'date'])
    const less = reportWords(contextOf({ trend_metric: 'missed_rate' }, { hidden }), 'en')
    expect(less.cards.map(({ name, beside }) => [name, beside === null])).toEqual([
      ['Contacts', true],
      ['First-time', true],
      ['Target rate', true],
      ['Deals', false],
    ])
    expect([less.notThrough, less.heat]).toEqual([null, null])
    expect(less.trend.note).toMatch(/^Contacts/)
  })

  it('says that there is nothing', () => {
    expect(reportWords(contextOf({ region: 'nowhere' }), 'en').empty).not.toBeNull()
  })
})
