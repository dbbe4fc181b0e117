import * as z from 'zod'
import { missedPart, sourceTable, whenPart } from './page-parts.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import type { ShareBody } from '#/contract/shared-reports/shared-reports.ts'
import { counted, formatDay, formatDays, formatOffset, timeOf } from '#/i18n/format.ts'
import { inLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AgencyBrand } from '#/server/agency-logo/brand.ts'
import { unreadLine } from '#/server/reports/counted-labels.ts'
import { pageLabels } from '#/server/reports/page-labels.ts'
import type { ReportFigures } from '#/server/reports/figures.ts'
import { withoutPeople } from '#/server/reports/without-people.ts'
import { dimensionName, filterLabel } from '#/domain/contact-list/dimension-labels.ts'
import { parsedBy } from '#/server/database/records.ts'

type SharedFilter = ShareBody['filters'][number]

/** The page names these filters without their values: names, typed texts, addresses. */
const UNSAID: ReadonlySet<ReportFilter> = new Set(['manager', 'search_request', 'page'])

/** "Region Moscow"; for personal dimensions the name only. */
const sharedFilterWords = (filter: SharedFilter): string =>
  filter.by !== 'day' && UNSAID.has(filter.by)
    ? m.shared_report_narrowed_by({ by: dimensionName(filter.by) })
    : filterLabel(filter)

const source = z.object({
  name: z.string(),
  /** "best" and "worst" where significant; absent in older links. */
  end: z.object({ is: z.enum(['better', 'warn']), words: z.string() }).nullish(),
  contacts: z.string(),
  target: z.string().nullable(),
  missed: z.string().nullable(),
  isWorse: z.boolean(),
})

const sharedPage = z.object({
  language: z.enum(['en', 'ru']),
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
      /** Working hours; absent in older pages. */
      beside: z.string().nullish(),
    }),
  ),
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
  /** Reasons for the change; absent: no comparison, or an older page. */
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
  /** The table of pages before {@link sourceTable}. */
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

/** Null: written by another version. */
export const readSharedPage = (stored: string): SharedPage | null => parsedBy(sharedPage, stored)

/**
 * All texts of a page in the sharer's language.
 * @param now epoch milliseconds
 */
export const sharedPageLabels = (
  all: ReportFigures,
  { filters, offset, language }: Pick<ShareBody, 'filters' | 'offset' | 'language'>,
  {
    now,
    expires,
    brand = null,
  }: { readonly now: number; readonly expires: number; readonly brand?: AgencyBrand | null },
): SharedPage =>
  inLocale(language, () => {
    const shown = withoutPeople(all)
    const { figures, shownName } = shown
    const { days, objectTitle, clientName } = figures
    const label = m.report_say_contacts(counted(figures.report.figures.contacts))
    const unread = unreadLine(figures)
    const { name: _, ...words } = pageLabels(shown, label, language)
    const at = momentAt(now, offset)
    const isUnderWay =
      figures.now !== null && dayNumber(days.from) <= figures.now.day && figures.now.day <= dayNumber(days.to)
    return {
      ...words,
      language,
      brand,
      label: m.shared_report_label(),
      name: clientName ?? objectTitle ?? m.all_objects(),
      conditions: [
        ...(clientName === null && objectTitle !== null ? [] : [objectTitle ?? m.all_objects()]),
        isUnderWay
          ? m.overview_until({ days: formatDays(days), time: timeOf(figures.now?.minute ?? 0) })
          : formatDays(days),
        ...filters.map((filter) => shownName(sharedFilterWords(filter))),
        ...(unread === null ? [] : [unread]),
      ],
      findingsTitle: m.shared_report_findings(),
      figures: m.shared_report_figures(),
      made: m.overview_export_made({
        time: `${formatDay(at.day)}, ${timeOf(at.minute)} (${formatOffset(offset)})`,
      }),
      frozen: m.shared_report_frozen({ day: formatDay(momentAt(expires, offset).day) }),
    }
  })
