import { correctTogether, compareVerdict, type Verdict } from '#/analytics/evaluation/verdicts.ts'
import { REPORT_METRICS } from '#/analytics/report-metrics.ts'
import type { Counts } from '#/analytics/columns/traits.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { worded } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { shareOf } from './counted-labels.ts'
import type { ReportFigures } from './figures.ts'

const SOURCES_SHOWN = 7

const sourcesOf = ({ report: { tables, figures }, hidden, findings, unread }: ReportFigures) => {
  if (hidden.has('source')) return null
  const hasTarget = !hidden.has('target')
  const rate = ({ target, contacts }: Counts) => (contacts === 0 ? 0 : target / contacts)
  const all = tables.source.rows
  const most = all.slice(0, SOURCES_SHOWN)
  const rows = hasTarget ? most.toSorted((a, b) => rate(b) - rate(a)) : most
  const bad = new Set(findings.flatMap((one) => (one.is === 'missed_source' ? [one.source] : [])))
  // Best and worst need a verdict: with few contacts, chance decides the order.
  const named = hasTarget && unread === null ? rows.filter(({ value }) => value !== null) : []
  // Corrected over all tests of the list, as on the overview.
  const { judged } = correctTogether(all.map((row) => compareVerdict(row, figures)))
  const verdicts = new Map<Counts, Verdict | null>(all.map((row, nth) => [row, judged[nth]!.verdict]))
  const verdictOf = (row: Counts) => verdicts.get(row) ?? null
  const best = named.find((row) => verdictOf(row) === 'more')
  const worst = named.findLast((row) => ['watch', 'stop'].includes(verdictOf(row) ?? ''))
  const endOf = (row: Counts) =>
    row === best
      ? ({ is: 'better', words: m.mail_best() } as const)
      : row === worst
        ? ({ is: 'warn', words: m.mail_worst() } as const)
        : null
  const missedOf = (counts: Counts, isWorse: boolean) => {
    const shown = shareOf(counts.missed, counts.calls)
    return isWorse ? m.mail_worse({ change: shown }) : shown
  }
  const rowOf = (name: string, counts: Counts, isWorse: boolean) => ({
    name,
    end: endOf(counts),
    contacts: formatNumber(counts.contacts),
    target: hasTarget ? shareOf(counts.target, counts.contacts) : null,
    missed: hidden.has('status') ? null : missedOf(counts, isWorse),
    isWorse,
  })
  const rest = tables.source.contacts - rows.reduce((sum, { contacts }) => sum + contacts, 0)
  return {
    note: hasTarget ? m.mail_sources_note() : m.mail_sources_note_contacts(),
    rows: rows.map((row) =>
      rowOf(row.value ?? m.sources_without_source(), row, row.value !== null && bad.has(row.value)),
    ),
    rest:
      rest > 0
        ? {
            name: m.changes_others_source(counted(tables.source.total - rows.length)),
            contacts: formatNumber(rest),
          }
        : null,
    all: rowOf(m.mail_all(), figures, false),
  }
}

export const mailSources = (figures: ReportFigures) => ({
  sources: sourcesOf(figures),
  sourcesTitle: m.mail_sources(),
  columns: {
    source: m.mail_source(),
    contacts: worded(REPORT_METRICS.contacts.name),
    target: worded(REPORT_METRICS.target_rate.name),
    missed: worded(REPORT_METRICS.missed_rate.name),
  },
})
