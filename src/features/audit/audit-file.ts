import { currentTime } from '#/api/transport/server-facts.ts'
import type { AuditEntry } from '#/contract/administration/audit.ts'
import { dayAt, wallClockAt } from '#/contract/day.ts'
import type { AboutLine, Cell } from '#/domain/files/cell.ts'
import { fitName, safeName } from '#/domain/files/file-name.ts'
import { madeLines, tableBlob } from '#/domain/files/table-blob.ts'
import { clockRange } from '#/domain/period/clock-range.ts'
import { formatDay, formatDays, formatOffset } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { NameOfClient } from './client-names.ts'
import { detailsOf, EVENT_WORD, eventLabel, whoOf } from './entry-labels.ts'
import type { AuditSearch } from './search.ts'

export const AUDIT_FORMATS = ['csv', 'xlsx'] as const
export type AuditFormat = (typeof AUDIT_FORMATS)[number]

/** `callboard-audit-log-signed-in-anna-2026-11-01_2026-11-20.csv` */
export const auditFileName = (search: AuditSearch, format: AuditFormat): string => {
  const { event, who = '', date_from: from, date_to: to } = search
  const days = from || to ? `${from ?? ''}_${to ?? ''}` : `all-${dayAt(currentTime(), null)}`
  const filters = [event === undefined ? '' : EVENT_WORD[event](), who]
  return `${fitName(`callboard-${safeName(m.nav_audit())}`, filters, days)}.${format}`
}

const periodLabel = ({ date_from: from, date_to: to }: AuditSearch): string => {
  if (from && to) return formatDays({ from, to })
  if (from) return m.period_since({ day: formatDay(from) })
  return to ? m.period_until({ day: formatDay(to) }) : m.period_all()
}

/** Minutes east of UTC, by the user's clock at that time. */
const offsetAt = ({ at }: AuditEntry): number => -new Date(at).getTimezoneOffset()

const aboutOf = (entries: readonly AuditEntry[], search: AuditSearch): readonly AboutLine<Cell>[] => [
  { name: m.overview_export_what(), value: m.nav_audit() },
  { name: m.filter_period(), value: periodLabel(search) },
  ...(search.who ? [{ name: m.audit_who(), value: search.who }] : []),
  ...(search.event ? [{ name: m.audit_event(), value: EVENT_WORD[search.event]() }] : []),
  { name: m.export_offset(), value: clockRange([...new Set(entries.map(offsetAt))])?.words ?? null },
  ...madeLines(new Date(currentTime())),
]

export const auditFile = (
  entries: readonly AuditEntry[],
  search: AuditSearch,
  format: AuditFormat,
  nameOf: NameOfClient,
): Promise<Blob> =>
  tableBlob({
    format,
    client: null,
    title: m.nav_audit(),
    columns: [
      { name: m.audit_when(), width: 20 },
      { name: m.export_offset(), width: 12 },
      { name: m.audit_who(), width: 30 },
      { name: m.audit_event(), width: 24 },
      { name: m.audit_details(), width: 50 },
      { name: m.audit_client(), width: 20 },
      { name: m.audit_where(), width: 20 },
      { name: m.audit_request(), width: 40 },
    ],
    rows: entries.map((entry): readonly Cell[] => [
      new Date(wallClockAt(Date.parse(entry.at), null)),
      formatOffset(offsetAt(entry)),
      whoOf(entry),
      eventLabel(entry),
      detailsOf(entry.what),
      nameOf(entry.client),
      entry.address,
      entry.request_id,
    ]),
    note: null,
    about: aboutOf(entries, search),
    locale: getLocale(),
  })
