import { wallClockAt } from '#/contract/day.ts'
import type { ReportedView, ReportSettings } from '#/contract/delivery/reports.ts'
import { filterLines, orderLine } from '#/domain/files/filter-lines.ts'
import type { AboutLine, Cell } from '#/domain/files/cell.ts'
import { clientPart, safeName } from '#/domain/files/file-name.ts'
import { counted, formatDay, formatDays, formatNumber, formatOffset } from '#/i18n/format.ts'
import { inLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { plainMail } from '#/server/mail/plain-mail.ts'
import { offsetIn } from '#/server/schedule/due.ts'
import { unreadContactsLabel } from '../counted-labels.ts'
import type { ContactFile, ContactFileJob } from './make-file.ts'
import { FILE_LIMITS, type ReadView } from './read-view.ts'

const aboutLines = (
  { view, filters, days, isCutByArchive, clientName, objectTitle, hasCallers }: ReadView,
  { client, zone }: ReportSettings,
  at: number,
): readonly AboutLine<Cell>[] => {
  const offset = offsetIn(zone, at)
  return [
    ...(client === null || clientName === null
      ? []
      : [{ name: m.overview_export_client(), value: clientName }]),
    { name: m.col_object(), value: objectTitle ?? m.all_objects() },
    { name: m.view_mail_view(), value: view.name },
    { name: m.filter_period(), value: `${formatDay(days.from)} – ${formatDay(days.to)}` },
    ...filterLines(filters, undefined),
    orderLine(filters),
    ...(isCutByArchive ? [{ name: m.archive_kept_since(), value: formatDay(days.from) }] : []),
    ...(hasCallers ? [] : [{ name: m.view_mail_callers(), value: m.view_mail_without_callers() }]),
    { name: m.export_made(), value: new Date(wallClockAt(at, offset)) },
    { name: m.export_made_offset(), value: formatOffset(offset) },
  ]
}

export const fileJob = (
  read: ReadView,
  settings: ReportSettings,
  { format }: ReportedView,
  at: number,
): ContactFileJob => ({
  format,
  language: settings.language,
  client: settings.client === null ? null : read.clientName,
  columns: read.columns,
  pages: read.pages,
  titles: [...read.titles],
  annotations: read.annotations,
  object: settings.object,
  total: read.total,
  unread: read.unread && inLocale(settings.language, () => unreadContactsLabel(read.unread!, true)),
  about: inLocale(settings.language, () => aboutLines(read, settings, at)),
  maxBytes: FILE_LIMITS.bytes,
  isWithoutCallers: !read.hasCallers,
})

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ReportedView['format'], string>

/** Begins with the client, for sorting. */
const fileName = (
  { view, days, clientName, objectTitle, total, unread }: ReadView,
  { client }: ReportSettings,
  { rows }: ContactFile,
): string =>
  [
    `${clientPart(client === null ? null : clientName)}callboard`,
    ...(objectTitle === null ? [] : [safeName(objectTitle)]),
    safeName(view.name),
    `${days.from}_${days.to}`,
    ...(rows < total || unread !== null ? ['incomplete'] : []),
  ]
    .filter(Boolean)
    .join('-')

const journalAddress = (
  publicUrl: string,
  { client, object }: ReportSettings,
  { filters }: Pick<ReadView, 'filters'>,
): string => {
  const path = object === null ? '/calls' : `/objects/${encodeURIComponent(object)}/calls`
  const url = new URL(path, publicUrl)
  if (client !== null) url.searchParams.set('client', client)
  for (const [name, value] of Object.entries(filters)) url.searchParams.set(name, value)
  return url.href
}

interface ViewMailSent {
  readonly publicUrl: string
  readonly stop: string
  readonly isLate: boolean
}

/** @param file null: no contacts, or it failed */
export const viewMail = (
  read: ReadView,
  settings: ReportSettings,
  wanted: ReportedView,
  file: ContactFile | null,
  { publicUrl, stop, isLate }: ViewMailSent,
) =>
  inLocale(settings.language, () => {
    const { view, days, total, unread, hasCallers, clientName, objectTitle, by, isCutByArchive } = read
    const name = [clientName, objectTitle].filter(Boolean).join(', ') || 'Callboard'
    const contacts = m.view_mail_contacts(counted(total))
    const attached =
      file === null || file.rows === 0
        ? null
        : {
            name: `${fileName(read, settings, file)}.${wanted.format}`,
            type: TYPES[wanted.format],
            content: file.bytes,
          }
    const shown = { shown: formatNumber(file?.rows ?? 0), total: formatNumber(total) }
    const lines = [
      `${name}, ${formatDays(days)}`,
      ...(total === 0
        ? [m.view_mail_none()]
        : attached === null || file === null
          ? [m.view_mail_no_file()]
          : file.rows + file.unreadable < total
            ? [m.view_mail_cut(shown)]
            : [m.view_mail_attached({ format: wanted.format.toUpperCase() })]),
      ...(file !== null && file.unreadable > 0 ? [m.export_gap_unreadable(counted(file.unreadable))] : []),
      ...(unread === null ? [] : [`${unreadContactsLabel(unread, true)}.`]),
      ...(isCutByArchive ? [m.view_mail_kept_since({ day: formatDay(days.from) })] : []),
      ...(attached === null ? [] : [hasCallers ? m.view_mail_with_callers() : m.view_mail_left_out()]),
    ]
    const mail = plainMail({
      language: settings.language,
      subject: m.view_mail_subject({ name, view: view.name, days: formatDays(days), contacts }),
      kind: m.view_mail_kind(),
      parts: [
        {
          title: m.view_mail_title({ view: view.name, contacts }),
          lines,
          open: { words: m.view_mail_open(), address: journalAddress(publicUrl, settings, read) },
        },
      ],
      why: [...(isLate ? [m.mail_late()] : []), ...(by === null ? [] : [m.mail_sent_by({ who: by })])].join(
        ' ',
      ),
      links: [
        { words: m.mail_change(), address: new URL('/alerts', publicUrl).href },
        { words: m.mail_stop(), address: stop },
      ],
    })
    return { ...mail, attachments: attached === null ? [] : [attached] }
  })
