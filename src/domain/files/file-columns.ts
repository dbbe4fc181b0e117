import {
  CALL_FIELD_NAMES,
  callFieldRow,
  filesOf,
  shownFiles,
  type CallField,
  type ColumnId,
  type ExportColumn,
} from '#/contract/call-fields.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { isAnnotationColumn, ANNOTATION_COLUMNS } from '#/contract/annotations/annotation-columns.ts'
import { wallClockAt } from '#/contract/day.ts'
import { parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { splitUtm } from '#/contract/utm.ts'
import { FIELD_WORDS } from '#/domain/contact-list/field-labels.ts'
import { ANNOTATION_NAMES } from '#/domain/annotations/annotation-names.ts'
import { OUTCOME_WORDS, whoWord } from '#/domain/annotations/annotation-labels.ts'
import { statusWord } from '#/domain/cells/status-labels.ts'
import { callerLabel } from '#/domain/contact-list/caller-labels.ts'
import { phoneCell, type Cell } from '#/domain/files/cell.ts'
import { formatDateTime, formatOffset, parseWallClock } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'

export interface FileContext {
  readonly objectTitle: (oid: string) => string | null
  /** The service's own name (G8). */
  readonly statusName: (code: number | null) => string | undefined
  /** Undefined: none. */
  readonly markOf: (call: ListedCallRead) => Annotation | undefined
  /** Minutes east of UTC for annotations' times; absent: this device's. */
  readonly offsetAt?: (at: number) => number
}

interface FileColumnView {
  readonly name: () => string
  readonly width?: number
  readonly read: (call: ListedCallRead, context: FileContext) => Cell
}

const MOST_REMEMBERED = 10_000

/** Remembers parsed values: most contacts come from the same few advertisements. */
const readEach = <T>(read: (text: string | null) => T): ((text: string | null) => T) => {
  const known = new Map<string | null, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size === MOST_REMEMBERED) known.clear()
    const value = read(text)
    known.set(text, value)
    return value
  }
}

/** Remembers the last value: several columns parse the same text. */
const readOnce = <Text extends string | null, T>(read: (text: Text) => T): ((text: Text) => T) => {
  let last: { readonly text: Text; readonly value: T } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}
export const contactClock = readOnce(parseWallClock)
const tagsOf = readEach(splitUtm)
const customDataOf = readOnce(parseEmbeddedJson)

const dateCell = (date: string | null, clock = parseWallClock(date)): Cell => {
  return clock ? new Date(clock.utc) : date
}
const offsetCell = (date: string | null): Cell => {
  const offset = contactClock(date)?.offset
  return offset === null || offset === undefined ? null : formatOffset(offset)
}

const flagCell = (flag: boolean | null): Cell =>
  flag === null ? null : flag ? m.export_yes() : m.export_no()

const utmCell =
  (name: string) =>
  ({ utm }: ListedCallRead): Cell =>
    tagsOf(utm).find((tag) => tag.name === name)?.value ?? null

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: Json | undefined): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
}
const nameOf = (value: Json): string => textOf(isObject(value) && 'name' in value ? value['name'] : value)

/** `company` and `tags` are JSON in strings (API document 2.7, G14); unparsable ones are the name itself. */
const namesCell = (source: string | null | undefined): Cell => {
  const parsed = parseEmbeddedJson(source)
  if (parsed === undefined) return source ?? null
  return (Array.isArray(parsed) ? parsed : [parsed]).map(nameOf).filter(Boolean).join(', ')
}

/** Visitor data in `custom_data` (API document 2.6). */
const visitorCell =
  (name: 'name' | 'email') =>
  ({ custom_data }: ListedCallRead): Cell => {
    const data = customDataOf(custom_data)
    if (!isObject(data)) return null
    const visitor = isObject(data['visitor']) ? data['visitor'] : data
    return name in visitor ? textOf(visitor[name]) : null
  }

/** Undocumented object; same shape as the objects' custom statuses. */
const customStatusCell = ({ custom_status: status }: ListedCallRead): Cell =>
  status === null || status === undefined ? null : nameOf(status as Json)

const commentCell = ({ comments }: ListedCallRead): Cell =>
  comments
    .map(({ created_at, name, comment }) => {
      const clock = parseWallClock(created_at)
      const head = [clock && formatDateTime(clock), name].filter(Boolean).join(' ')
      return head ? `${head}: ${comment ?? ''}` : (comment ?? '')
    })
    .join('\n')

/** Null: no annotation. */
const markCell =
  (read: (mark: Annotation, context: FileContext) => Cell) =>
  (call: ListedCallRead, context: FileContext): Cell => {
    const mark = context.markOf(call)
    return mark ? read(mark, context) : null
  }

const FILE_COLUMNS = {
  date: {
    name: FIELD_WORDS.date.name,
    width: 19,
    read: (call) => dateCell(call.date, contactClock(call.date)),
  },
  offset: { name: m.export_offset, width: 12, read: (call) => offsetCell(call.date) },
  status: {
    name: FIELD_WORDS.status.name,
    width: 18,
    read: ({ status }, { statusName }) => statusWord(status, statusName(status)),
  },
  caller: {
    name: FIELD_WORDS.phone_number_from.name,
    width: 16,
    read: (call) => (call.caller === null ? callerLabel(call) : phoneCell(call.caller)),
  },
  source: { name: FIELD_WORDS.source.name, width: 24, read: (call) => call.source?.title ?? null },
  page: { name: FIELD_WORDS.request_uri.name, width: 36, read: (call) => call.request_uri },
  duration: { name: m.export_duration, read: (call) => call.duration },
  object: {
    name: FIELD_WORDS.obj_oid.name,
    width: 24,
    read: ({ obj_oid: oid }, { objectTitle }) => (oid === null ? null : (objectTitle(oid) ?? oid)),
  },
  service: { name: FIELD_WORDS.service_name.name, width: 18, read: (call) => call.service_name },
  region: { name: FIELD_WORDS.region.name, width: 20, read: (call) => call.region },
  target: { name: FIELD_WORDS.target.name, read: (call) => flagCell(call.target) },
  kind: {
    name: FIELD_WORDS.call_type.name,
    width: 14,
    read: ({ call_type: type }) =>
      type?.name === 'COMMON'
        ? m.first_time()
        : type?.name === 'REPEATED'
          ? m.repeat()
          : (type?.name ?? null),
  },
  custom_status: { name: FIELD_WORDS.custom_status.name, width: 18, read: customStatusCell },
  deal_status: {
    name: m.export_deal_status,
    width: 18,
    read: (call) => call.customer_status?.status ?? null,
  },
  deal_price: {
    name: m.export_deal_price,
    width: 14,
    read: ({ customer_status: deal }) => (deal?.price == null ? null : (privacyMode?.sum ?? deal.price)),
  },
  manager: { name: FIELD_WORDS.managers.name, width: 20, read: (call) => call.managers },
  comments: { name: FIELD_WORDS.comments.name, read: (call) => call.comments.length },
  recording: { name: FIELD_WORDS.record_url.name, width: 36, read: (call) => call.record_url },
  id: { name: FIELD_WORDS.id.name, width: 14, read: (call) => call.id },
  object_id: { name: m.export_object_id, width: 14, read: (call) => call.obj_oid },
  search_request: { name: FIELD_WORDS.search_request.name, width: 28, read: (call) => call.search_request },
  referrer: { name: FIELD_WORDS.referrer.name, width: 36, read: (call) => call.referrer },
  source_address: { name: m.export_source_address, width: 28, read: (call) => call.source?.url ?? null },
  source_code: { name: FIELD_WORDS.src.name, read: (call) => call.src },
  utm_source: { name: () => 'utm_source', width: 14, read: utmCell('source') },
  utm_medium: { name: () => 'utm_medium', width: 14, read: utmCell('medium') },
  utm_campaign: { name: () => 'utm_campaign', width: 20, read: utmCell('campaign') },
  utm_content: { name: () => 'utm_content', width: 14, read: utmCell('content') },
  utm_term: { name: () => 'utm_term', width: 20, read: utmCell('term') },
  utm: { name: () => 'UTM', width: 28, read: (call) => call.utm },
  line_status: { name: FIELD_WORDS.dialstatus.name, width: 18, read: (call) => call.dialstatus },
  deal_name: { name: m.export_deal_name, width: 24, read: (call) => call.customer_status?.name ?? null },
  deal_crm: { name: m.export_deal_crm, width: 14, read: (call) => call.customer_status?.source ?? null },
  deal_company: {
    name: m.export_deal_company,
    width: 24,
    read: (call) => namesCell(call.customer_status?.company),
  },
  deal_tags: { name: m.export_deal_tags, width: 24, read: (call) => namesCell(call.customer_status?.tags) },
  deal_manager: {
    name: m.export_deal_manager,
    width: 20,
    read: (call) => call.customer_status?.responsible_user ?? null,
  },
  deal_manager_id: {
    name: m.export_deal_manager_id,
    read: (call) => call.customer_status?.responsible_user_id ?? null,
  },
  deal_opened: {
    name: m.export_deal_opened,
    width: 19,
    read: (call) => dateCell(call.customer_status?.date_create ?? null),
  },
  deal_closed: {
    name: m.export_deal_closed,
    width: 19,
    read: (call) => dateCell(call.customer_status?.date_close ?? null),
  },
  deal_id: { name: m.export_deal_id, read: (call) => call.customer_status?.id ?? null },
  deal_lead: { name: m.call_deal_lead, read: (call) => call.customer_status?.lead_id ?? null },
  deal_customer: { name: m.call_deal_customer, read: (call) => call.customer_status?.customer_id ?? null },
  visitor_name: { name: m.export_visitor_name, width: 20, read: visitorCell('name') },
  visitor_email: { name: m.export_visitor_email, width: 24, read: visitorCell('email') },
  custom_data: { name: FIELD_WORDS.custom_data.name, width: 28, read: (call) => call.custom_data },
  conversation: { name: FIELD_WORDS.messages.name, width: 36, read: (call) => call.messages },
  sms: { name: FIELD_WORDS.sms_message.name, width: 36, read: (call) => call.sms_message },
  email: { name: FIELD_WORDS.email_text.name, width: 36, read: (call) => call.email_text },
  widget: { name: FIELD_WORDS.widget_text.name, width: 36, read: (call) => call.widget_text },
  comment_texts: { name: m.export_comment_texts, width: 36, read: commentCell },
  mark_handled: {
    name: ANNOTATION_NAMES.mark_handled,
    width: 16,
    read: markCell(({ outcome }) => outcome && OUTCOME_WORDS[outcome]()),
  },
  mark_handled_who: {
    name: m.export_mark_who,
    width: 24,
    read: markCell(({ outcome, outcome_who }) => outcome && whoWord(outcome_who)),
  },
  mark_handled_at: {
    name: m.export_mark_at,
    width: 19,
    read: markCell(({ outcome_at: at }, { offsetAt }) =>
      at === null ? null : new Date(wallClockAt(at, offsetAt?.(at) ?? null)),
    ),
  },
  mark_tags: {
    name: ANNOTATION_NAMES.mark_tags,
    width: 24,
    read: markCell(({ tags }) => tags.join(', ') || null),
  },
  mark_note: { name: ANNOTATION_NAMES.mark_note, width: 36, read: markCell(({ note }) => note || null) },
  mark_score: { name: ANNOTATION_NAMES.mark_score, read: markCell(({ score }) => score) },
} as const satisfies Record<ExportColumn, FileColumnView>

export const fileColumnView = (id: ExportColumn): FileColumnView => FILE_COLUMNS[id]

const ALL = Object.keys(FILE_COLUMNS) as ExportColumn[]

/** Other fields that a column's cell shows too. */
const IN_CELL: Readonly<Partial<Record<ColumnId, readonly ExportColumn[]>>> = {
  source: ['search_request', 'utm_campaign'],
}

/**
 * Columns of a file without hidden fields (G12).
 * @param shown the journal's columns; null: all fields
 */
export const fileColumns = (
  shown: readonly ColumnId[] | null,
  hidden: ReadonlySet<CallField>,
): readonly ExportColumn[] => {
  const all = shownFiles(hidden)
  const ofColumn = (id: ColumnId): readonly ExportColumn[] => {
    if (isAnnotationColumn(id)) return ANNOTATION_COLUMNS[id].files
    const field = CALL_FIELD_NAMES.find((name) => callFieldRow(name).column?.id === id)
    return field === undefined || hidden.has(field) ? [] : [...filesOf(field), ...(IN_CELL[id] ?? [])]
  }
  return (shown?.flatMap(ofColumn) ?? ALL).filter((file) => all.has(file))
}
