import { expect, test } from 'vitest'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import type { Changes, ChangeRow } from '#/contract/figures/answers.ts'
import { firstReport } from '#/server/metrics/figures/report.ts'
import { listedCall } from '#/contract/call.ts'
import { dayNumber } from '#/contract/day.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import type { ReportFigures } from './figures.ts'
import { mailHtml, mailText } from './mail-html.ts'
import { mailLabels } from './mail-labels.ts'
import { sharedPageLabels } from './page/shared-page-labels.ts'
import { reportPage } from './pdf/report-page.ts'
import { withoutPeople } from './without-people.ts'

const days = { from: '2026-11-09', to: '2026-11-15' }
const comparedDays = { from: '2026-11-02', to: '2026-11-08' }
/** Monday, November 16, 09:00 in Moscow. */
const SENT = Date.parse('2026-11-16T06:00:00Z')
const LINKS = {
  open: 'https://calls.example/overview',
  change: 'https://calls.example/alerts',
  stop: 'https://calls.example/mail/stop/x',
}
const WEEKLY = { every: 'week', weekday: 1, at: '09:00' } as const

const [ANSWERED, NO_ANSWER] = [2, 3]

type Tally = readonly [source: string, contacts: number, target: number, missed?: number]

const figuresOf = (sources: readonly Tally[]): ReportFigures => {
  const data = createDataset()
  const calls = sources.flatMap(([source, contacts, target, missed = 0]) =>
    Array.from({ length: contacts }, (_, nth) => ({
      source,
      target: nth < target,
      status: nth < missed ? NO_ANSWER : ANSWERED,
      day: nth % 7,
    })),
  )
  append(
    data,
    calls.map(({ source, target, status, day }, id) =>
      listedCall.lenient.parse({
        id: id + 1,
        obj_oid: 'a',
        date: `2026-11-${String(9 + day).padStart(2, '0')}T12:00:00+03:00`,
        src: source,
        status,
        target,
      }),
    ),
  )
  const question = { filters: [], bucket: 'day', now: null, comparedMonths: null } as const
  const report = firstReport(data, createDataset(), {
    ...question,
    days: { first: dayNumber(days.from), last: dayNumber(days.to) },
    comparedDays: { first: dayNumber(comparedDays.from), last: dayNumber(comparedDays.to) },
    won: [],
  })
  return {
    ...question,
    days,
    comparedDays,
    report,
    sources: report.tables.source,
    heat: [],
    costs: null,
    costsBefore: null,
    changes: null,
    findings: [],
    objects: 1,
    hidden: new Set(),
    unread: null,
    comparedUnread: null,
    notes: [],
    titles: new Map(),
    clientName: 'Sever Group',
    objectTitle: null,
    by: 'Anna',
  }
}
const SOURCES: readonly Tally[] = [
  ['Search', 200, 60],
  ['Maps', 60, 40],
  ['Social', 60, 3],
  ['Referral', 3, 3],
]
const wordsOf = (
  sources: readonly Tally[],
  settings: Partial<Pick<ReportSettings, 'timing' | 'language'>> = {},
) =>
  mailLabels(
    withoutPeople(figuresOf(sources)),
    { timing: WEEKLY, zone: 'Europe/Moscow', language: 'en', ...settings },
    { at: SENT, isLate: false, pdf: null },
  )
const spaced = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

test('a mail has the sources of the report, with advice where that is more than chance', () => {
  const words = wordsOf(SOURCES)
  expect(words.sourceTable?.rows.map(({ name }) => name)).toEqual(['Maps', 'Search', 'Social', 'Referral'])
  const lines = (text: string) => spaced(text).match(/^(?:Maps|Search|Social|Referral|All|Все) ?.*/gm)
  // Three of three are too few to be judged.
  expect(lines(mailText(words, LINKS))).toEqual([
    'Maps (Spend more): 60, Target rate 66.7%, Missed 0 · 0.0%',
    'Search (Keep): 200, Target rate 30.0%, Missed 0 · 0.0%',
    'Social (Stop): 60, Target rate 5.0%, Missed 0 · 0.0%',
    'Referral: 3, Missed 0 · 0.0%',
    'All: 323, Target rate 32.8%, Missed 0 · 0.0%',
    expect.stringContaining('All contacts are counted'),
  ])
  const html = mailHtml(words, LINKS)
  expect(html).toMatch(/>Maps<\/span><br><span[^>]*>Spend more<\/span>/)
  expect(html).toMatch(/>Social<\/span><br><span[^>]*>Stop<\/span>/)
  expect(html).toMatch(/>Referral<\/span><\/td>/)
  const russian = mailText(wordsOf(SOURCES, { language: 'ru' }), LINKS)
  expect(lines(russian)?.[0]).toBe('Maps (Увеличить): 60, Доля целевых 66,7 %, Пропущено 0 · 0,0 %')
  const alike = wordsOf([
    ['Search', 30, 10],
    ['Maps', 30, 12],
  ])
  expect(mailText(alike, LINKS)).not.toMatch(/Spend more|Watch|Stop\)/)
})

test('a mail says in words which source misses more calls than the others', () => {
  const words = wordsOf([
    ['Search', 200, 60, 90],
    ['Maps', 60, 18, 3],
  ])
  const text = spaced(mailText(words, LINKS))
  expect(text).toContain('Search (Keep): 200, Target rate 30.0%, Missed 90 · 45.0%, worse')
  expect(text).toMatch(/^Maps .*Missed 3 · 5.0%$/m)
})

test('a mail and its PDF name no people whose number or email is in a name', () => {
  const sources = [
    ['ivan@example.ru', 200, 60, 90],
    ['8 916 123-45-67', 60, 2],
    ['Maps', 60, 40],
  ] as const
  const shown = withoutPeople({
    ...figuresOf(sources),
    clientName: 'Ivan, ivan@example.ru',
    objectTitle: 'Line +7 (916) 123-45-67',
    changes: changedBy([part('source', 'ivan@example.ru', -150)]),
  })
  const settings = { timing: WEEKLY, zone: 'Europe/Moscow', language: 'en' } as const
  const words = mailLabels(shown, settings, { at: SENT, isLate: false, pdf: null })
  for (const text of [words.subject, mailText(words, LINKS), mailHtml(words, LINKS)]) {
    expect(text).toContain('•••')
    expect(text).not.toMatch(/ivan@|123-45-67/)
  }
  expect(mailText(words, LINKS)).toMatch(/^Maps .*60/m)
  expect(reportPage(shown, settings, 'Weekly', SENT)).not.toMatch(/ivan@|123-45-67/)
})

test('a mail says its days in words, of which week it compares, and when it was sent by the clock of its zone', () => {
  const english = mailText(wordsOf(SOURCES), LINKS)
  expect(spaced(english)).toContain('Sever Group, November 9 – 15\n')
  expect(spaced(english)).toContain(
    'Compared with November 2 – 8. Sent on Monday, November 16 at 09:00 (UTC+3).',
  )
  expect(english).toMatch(/^Mon 9: \d+ \(Week before 0\)/m)
  const russian = mailText(wordsOf(SOURCES, { language: 'ru' }), LINKS)
  expect(spaced(russian)).toContain('Sever Group, 9–15 ноября\n')
  expect(spaced(russian)).toContain(
    'Сравнение с периодом 2–8 ноября. Отправлено: понедельник, 16 ноября, 09:00 (UTC+3).',
  )
  expect(russian).toMatch(/^Пн 9: \d+ \(Неделей раньше 0\)/m)
  // For a month, as many days, not the month before.
  const monthly = wordsOf(SOURCES, { timing: { every: 'month', day: 1, at: '09:00' } })
  expect(monthly.byDay?.before).toBe('Before')
})

test.each([
  ['down', null, 'Contacts −12.3%', 'worse'],
  ['none', null, 'Contacts −12.3%, normal variation', 'same'],
  [null, null, 'Contacts −12.3%', null],
  ['none', 'up', 'Contacts −12.3%, normal variation; missed rate +2.5 pt, worse', 'same'],
  ['down', 'down', 'Contacts −12.3%', 'worse'],
] as const)(
  'the subject says what the cards say: contacts go %s, the missed rate %s',
  (contacts, missed, headline, verdict) => {
    const { report, ...figures } = figuresOf([])
    const { figures: none, comparison } = report
    const words = mailLabels(
      withoutPeople({
        ...figures,
        report: {
          ...report,
          figures: { ...none, contacts: 877, calls: 400, missed: 50 },
          compared: { ...none, contacts: 1_000, calls: 400, missed: 40 },
          comparison: {
            ...comparison!,
            directions: { ...comparison!.directions, contacts, missed_rate: missed },
          },
        },
      }),
      { timing: WEEKLY, zone: 'Europe/Moscow', language: 'en' },
      { at: SENT, isLate: false, pdf: null },
    )
    expect(words.subject.endsWith(headline)).toBe(true)
    expect(words.headline).toMatch(/^Contacts fell by 12\.3%(?:, normal variation)?: 877 against 1,000\./)
    expect(words.cards[0]).toMatchObject({ verdict })
    expect(headline).toContain(words.cards[0]!.change!.replace(', worse', ''))
  },
)

test('a shared page has the sentence and the figures of the report page, without what is hidden', () => {
  const { report, ...figures } = figuresOf([
    ['Search', 20, 5, 20],
    ['Maps', 10, 5, 7],
  ])
  const counts = {
    ...report.figures,
    contacts: 233,
    calls: 178,
    missed: 27,
    first_time: 137,
    callers: 169,
    median_duration: 157,
    target: 81,
    deals: 4,
    sums: [{ crm: 'Lead Desk', sum: 154_400, unpriced: 0 }],
  }
  const directions = { ...report.comparison!.directions, contacts: 'none' } as const
  const wordsWithout = (...hidden: string[]) =>
    sharedPageLabels(
      {
        ...figures,
        hidden: new Set(hidden),
        report: {
          ...report,
          figures: counts,
          compared: { ...counts, contacts: 252 },
          comparison: { ...report.comparison!, directions },
        },
      },
      { filters: [], offset: 180, language: 'en' },
      { now: SENT, expires: SENT },
    )
  const words = wordsWithout()
  expect(words.headline).toBe(
    'Contacts fell by 7.5%, normal variation: 233 against 252. 27 calls went unanswered, 20 of them from Search.',
  )
  expect(words.cards.map(({ name, value, beside }) => [name, value, beside])).toEqual([
    ['Contacts', '233', null],
    ['Calls', '178', 'Average call 2:37'],
    ['Missed rate', '15.2%', null],
    ['First-time', '137', 'Unique numbers 169'],
    ['Target rate', '34.8%', null],
    ['Deals', '4', 'Lead Desk 154,400'],
  ])
  expect(words.byDay?.title).toBe('Contacts by day')
  expect(words.footer).toContain('Unmarked changes are normal variation.')
  const less = wordsWithout('status', 'customer_status', 'phone_number_from')
  expect(less.headline).toBe('Contacts fell by 7.5%, normal variation: 233 against 252.')
  expect(less.cards.map(({ name, beside }) => [name, beside])).toEqual([
    ['Contacts', null],
    ['First-time', null],
    ['Target rate', null],
  ])
})

test('figures of unequal periods are compared per day, and the note says so once', () => {
  const figures = figuresOf(SOURCES)
  const compared = { ...figures.report.figures, contacts: 1_000 }
  const unequal = {
    ...figures,
    report: { ...figures.report, compared, comparison: { ...figures.report.comparison!, comparedDays: 28 } },
  }
  const sent = { at: SENT, isLate: false, pdf: null } as const
  const words = mailLabels(
    withoutPeople(unequal),
    { timing: WEEKLY, zone: 'Europe/Moscow', language: 'en' },
    sent,
  )
  // 323 ÷ 7 = 46.14 a day against 1,000 ÷ 28 = 35.71.
  expect(words.cards[0]).toMatchObject({ name: 'Contacts', value: '323', change: '+29.2% per day, better' })
  expect(words.footer.match(/per day/g)).toHaveLength(1)
  expect(words.footer).toContain('Compared per day: 7 days with 28 days.')
  expect(mailText(wordsOf(SOURCES), LINKS)).not.toContain('per day')
})

test('a mail names the days that could not be read, and concludes nothing', () => {
  const figures = {
    ...figuresOf(SOURCES),
    unread: { days: [{ from: '2026-11-10', to: '2026-11-11' }], loaded: 323, total: 380 },
  }
  const sent = { at: SENT, isLate: false, pdf: null } as const
  const words = mailLabels(
    withoutPeople(figures),
    { timing: WEEKLY, zone: 'Europe/Moscow', language: 'en' },
    sent,
  )
  const text = spaced(mailText(words, LINKS))
  expect(text).toMatch(/Couldn’t read Nov 10 – 11, 2026: 323 of 380 contacts/)
  expect(text).not.toMatch(/best|worst/)
  expect(words.byDay?.rows.map(({ contacts }) => contacts === '–')).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  const russian = mailLabels(
    withoutPeople(figures),
    { timing: WEEKLY, zone: 'Europe/Moscow', language: 'ru' },
    sent,
  )
  expect(spaced(russian.where)).toContain('Не удалось прочитать 10.11–11.11.2026: 323 из 380 обращений')
})

const part = (by: 'source' | 'manager', value: string, change: number): ChangeRow => ({
  by,
  value,
  was: null,
  isCalendar: false,
  parts: 1,
  now: { part: 10, whole: 10 },
  before: { part: 10 - change, whole: 10 - change },
  change,
  percent: change / (10 - change),
  effects: null,
  isReal: true,
  isMixReal: false,
  isOwnReal: true,
})
const changedBy = (rows: readonly [ChangeRow, ...ChangeRow[]]): Changes => ({
  none: null,
  over: {
    days: 7,
    comparedDays: 7,
    now: { part: 300, whole: 300 },
    counted: { part: 500, whole: 500 },
    before: { part: 500, whole: 500 },
    change: -200,
    percent: -0.4,
    isReal: true,
  },
  lead: { by: rows[0].by, rows, others: null },
  also: [],
  mostly: { where: null, blocks: [] },
  renamed: null,
  split: null,
  sizes: null,
})
const mailOf = (changes: Changes) => {
  const words = mailLabels(
    withoutPeople({ ...figuresOf(SOURCES), changes }),
    { timing: WEEKLY, zone: 'Europe/Moscow', language: 'en' },
    { at: SENT, isLate: false, pdf: null },
  )
  return spaced(mailText(words, { open: 'o', change: 'c', stop: 's' }))
}

test('a mail says why contacts have changed, but never by whose work', () => {
  expect(mailOf(changedBy([part('source', 'Search', -150), part('source', 'Maps', -40)]))).toMatch(
    /Changes\n200 fewer contacts than .+ \(−40\.0%\): Search −150\.\nSearch: −150\nMaps: −40\n/,
  )
  const ofPeople = mailOf(changedBy([part('manager', 'Anna', -200)]))
  expect(ofPeople).toMatch(/^200 fewer contacts than .+ \(−40\.0%\)\.$/m)
  expect(ofPeople).not.toContain('Anna −')
  const renamed = (by: 'source' | 'manager') =>
    mailOf({ ...changedBy([part('source', 'Search', -150)]), renamed: { ...part(by, 'New', 0), was: 'Old' } })
  expect(renamed('source')).toMatch(/\(−40\.0%\): Search −150\. “New” looks like the new name of “Old”\.$/m)
  expect(renamed('manager')).not.toContain('Old')
})

test('the missed rate of a mail has that of working hours beside it, where objects have any', () => {
  const { report, ...figures } = figuresOf(SOURCES)
  const wordsOfHours = (inHours: { calls: number; missed: number } | null) =>
    mailText(
      mailLabels(
        withoutPeople({
          ...figures,
          report: {
            ...report,
            figures: { ...report.figures, calls: 400, missed: 50, in_hours: inHours },
          },
        }),
        { timing: WEEKLY, zone: 'Europe/Moscow', language: 'en' },
        { at: SENT, isLate: false, pdf: null },
      ),
      LINKS,
    )
  expect(wordsOfHours({ calls: 200, missed: 20 })).toMatch(
    /^Missed rate: 12\.5%.*, 10\.0% in working hours$/m,
  )
  for (const none of [null, { calls: 0, missed: 0 }])
    expect(wordsOfHours(none)).not.toContain('in working hours')
})
