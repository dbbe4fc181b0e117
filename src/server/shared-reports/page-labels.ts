import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { missedPart, sourceTable, whenPart } from './page-parts.ts'
import type { Changes, ChangeRow } from '#/analytics/figures/changes.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import type { ShareBody } from '#/contract/shared-reports/shared-reports.ts'
import { counted, formatDay, formatDays, formatOffset, timeOf } from '#/i18n/format.ts'
import { inLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AgencyBrand } from '#/server/agency-logo/brand.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'
import { createMasks } from '#/server/privacy-mode/masks.ts'
import { unreadLine } from '#/server/reports/counted-labels.ts'
import { pageWords } from '#/server/reports/page-words.ts'
import type { ReportFigures } from '#/server/reports/figures.ts'
import { dimensionName, filterWords } from '#/domain/contact-list/dimension-labels.ts'

type SharedFilter = ShareBody['filters'][number]

/** Filters by names, typed texts or opened addresses: the page says that they apply, not their values. */
const UNSAID: ReadonlySet<ReportFilter> = new Set(['manager', 'search_request', 'page'])

/** "Region Moscow"; of people and their words the dimension only. */
const sharedFilterWords = (filter: SharedFilter): string =>
  filter.by !== 'day' && UNSAID.has(filter.by)
    ? m.snapshot_narrowed_by({ by: dimensionName(filter.by) })
    : filterWords(filter)

const source = z.object({
  name: z.string(),
  /** "best" and "worst", where that is more than chance; absent of links that were made before it was said. */
  end: z.object({ is: z.enum(['better', 'warn']), words: z.string() }).nullish(),
  contacts: z.string(),
  target: z.string().nullable(),
  missed: z.string().nullable(),
  isWorse: z.boolean(),
})

/** What a page says: words, and nothing that they were made of. */
const sharedPage = z.object({
  language: z.enum(['en', 'ru']),
  /** The agency that has shared it; absent: none, or it was shared before pages said it. */
  brand: z.object({ name: z.string(), domain: z.string().nullable(), logo: z.string().nullable() }).nullish(),
  label: z.string(),
  name: z.string(),
  conditions: z.array(z.string()),
  headline: z.string(),
  cards: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      change: z.string().nullable(),
      verdict: z.enum(['better', 'worse', 'same']).nullable(),
      /** The same within working hours; absent: it was shared before pages said it. */
      beside: z.string().nullish(),
    }),
  ),
  /** Where the month is heading that the days end in; absent: nothing is planned, or that is not shared. */
  plan: z
    .object({
      name: z.string(),
      done: z.string(),
      of: z.string(),
      share: z.number(),
      range: z.string(),
      verdict: z.string(),
      isBehind: z.boolean(),
    })
    .nullish(),
  findingsTitle: z.string(),
  figures: z.string(),
  findings: z.array(z.object({ is: z.enum(['missed', 'warn']), what: z.string(), detail: z.string() })),
  /** Why there are more or fewer contacts; absent: nothing is compared, or it was shared before pages said it. */
  changes: z
    .object({
      title: z.string(),
      sentence: z.string(),
      lines: z.array(z.object({ name: z.string(), change: z.string() })),
    })
    .nullish(),
  byDay: z
    .object({
      title: z.string(),
      contacts: z.string(),
      before: z.string(),
      missed: z.string().nullable(),
      most: z.string(),
      rows: z.array(
        z.object({
          day: z.string(),
          share: z.number(),
          shareBefore: z.number().nullable(),
          contacts: z.string(),
          before: z.string(),
          missed: z.string(),
          isHigh: z.boolean(),
        }),
      ),
    })
    .nullable(),
  /** What people have pinned to the days; absent: nothing, or that is not shared. */
  notes: z
    .object({
      title: z.string(),
      rows: z.array(z.object({ day: z.string(), text: z.string(), object: z.string().nullable() })),
      more: z.string().nullable(),
    })
    .nullish(),
  sourceTable: sourceTable.nullish(),
  missed: missedPart.nullish(),
  when: whenPart.nullish(),
  /** The table before there was {@link sourceTable}, with its words. */
  sources: z
    .object({
      note: z.string(),
      rows: z.array(source),
      rest: z.object({ name: z.string(), contacts: z.string() }).nullable(),
      all: source,
    })
    .nullish(),
  sourcesTitle: z.string().optional(),
  columns: z
    .object({ source: z.string(), contacts: z.string(), target: z.string(), missed: z.string() })
    .optional(),
  footer: z.string(),
  frozen: z.string(),
  made: z.string(),
})
export type SharedPage = z.infer<typeof sharedPage>

/** Null: another version has written it. */
export const readSharedPage = (kept: string): SharedPage | null => {
  try {
    return sharedPage.safeParse(JSON.parse(kept)).data ?? null
  } catch {
    return null
  }
}

const cleanChanges = (
  { lead, mostly, renamed, ...rest }: Changes,
  clean: (text: string) => string,
): Changes => {
  const cleaned = (row: ChangeRow): ChangeRow => ({
    ...row,
    value: row.value && clean(row.value),
    was: row.was && clean(row.was),
  })
  return {
    ...rest,
    lead: lead && { ...lead, rows: lead.rows.map(cleaned) },
    mostly: { ...mostly, where: mostly.where && cleaned(mostly.where) },
    renamed: renamed && cleaned(renamed),
  }
}

/** Names that strangers have written, such as a source's out of an address, may hold a number or an e-mail. */
const withoutPeople = (figures: ReportFigures, clean: (text: string) => string): ReportFigures => {
  const cleanOrNull = (text: string | null) => text && clean(text)
  const { report, changes, findings, titles, clientName, objectTitle } = figures
  const { source: table } = report.tables
  return {
    ...figures,
    clientName: cleanOrNull(clientName),
    objectTitle: cleanOrNull(objectTitle),
    titles: new Map([...titles].map(([oid, title]) => [oid, clean(title)])),
    findings: findings.map((one) => ('source' in one ? { ...one, source: clean(one.source) } : one)),
    changes: changes && cleanChanges(changes, clean),
    report: {
      ...report,
      tables: {
        source: { ...table, rows: table.rows.map((row) => ({ ...row, value: cleanOrNull(row.value) })) },
      },
    },
  }
}

/** Everything that a page says, in the language of who shares it. @param now milliseconds since 1970 */
export const sharedPageWords = (
  all: ReportFigures,
  { filters, offset, language }: Pick<ShareBody, 'filters' | 'offset' | 'language'>,
  {
    now,
    expires,
    brand = null,
  }: { readonly now: number; readonly expires: number; readonly brand?: AgencyBrand | null },
): SharedPage =>
  inLocale(language, () => {
    // Of no other page: masks could be turned back by who knows what they were made with.
    const masks = createMasks(randomUUID())
    const clean = (text: string) => withoutNumbers(masks.rest(text))
    const figures = withoutPeople(all, clean)
    const { days, objectTitle, clientName } = figures
    const label = m.report_say_contacts(counted(figures.report.figures.contacts))
    const unread = unreadLine(figures)
    const at = momentAt(now, offset)
    const isUnderWay =
      figures.now !== null && dayNumber(days.from) <= figures.now.day && figures.now.day <= dayNumber(days.to)
    return {
      ...pageWords(figures, label, language, all, clean),
      language,
      brand,
      label: m.snapshot_label(),
      name: clientName ?? objectTitle ?? m.all_objects(),
      conditions: [
        ...(clientName === null && objectTitle !== null ? [] : [objectTitle ?? m.all_objects()]),
        isUnderWay
          ? m.overview_until({ days: formatDays(days), time: timeOf(figures.now?.minute ?? 0) })
          : formatDays(days),
        ...filters.map((filter) => clean(sharedFilterWords(filter))),
        ...(unread === null ? [] : [unread]),
      ],
      findingsTitle: m.snapshot_findings(),
      figures: m.snapshot_figures(),
      made: m.overview_export_made({
        time: `${formatDay(at.day)}, ${timeOf(at.minute)} (${formatOffset(offset)})`,
      }),
      frozen: m.snapshot_frozen({ day: formatDay(momentAt(expires, offset).day) }),
    }
  })
