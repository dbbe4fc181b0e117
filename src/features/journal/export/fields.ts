import { parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { statusLook } from '#/domain/marks/status-look.ts'
import type { ColumnId } from '#/features/journal/table/columns.ts'
import { phoneCell, type Cell } from '#/domain/table-file/cell.ts'
import { formatDateTime, formatOffset, parseWallClock } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export interface FieldContext {
  readonly objectTitle: (oid: string) => string | null
  /** What the service calls a status, where it has said so (G8). */
  readonly statusName: (code: number | null) => string | undefined
}

interface Field {
  readonly name: () => string
  /** Characters, in a sheet. */
  readonly width?: number
  readonly read: (call: ListedCallRead, context: FieldContext) => Cell
}

/** What cannot be read as a moment stays the text it is. */
const dateCell = (date: string | null): Cell => {
  const clock = parseWallClock(date)
  return clock ? new Date(clock.utc) : date
}
const offsetCell = (date: string | null): Cell => {
  const offset = parseWallClock(date)?.offset
  return offset === null || offset === undefined ? null : formatOffset(offset)
}

const flagCell = (flag: boolean | null): Cell =>
  flag === null ? null : flag ? m.export_yes() : m.export_no()

const utmCell =
  (name: string) =>
  ({ utm }: ListedCallRead): Cell =>
    utm === null ? null : new URLSearchParams(utm.trim()).get(`utm_${name}`)

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: Json | undefined): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
}
const nameOf = (value: Json): string => textOf(isObject(value) && 'name' in value ? value['name'] : value)

/** Names in `company` and `tags`, JSON inside strings (API document 2.7, G14); what does not parse is the name itself. */
const namesCell = (source: string | null | undefined): Cell => {
  const parsed = parseEmbeddedJson(source)
  if (parsed === undefined) return source ?? null
  return (Array.isArray(parsed) ? parsed : [parsed]).map(nameOf).filter(Boolean).join(', ')
}

/** What a visitor said of themselves in `custom_data` (API document 2.6). */
const visitorCell =
  (name: 'name' | 'email') =>
  ({ custom_data }: ListedCallRead): Cell => {
    const data = parseEmbeddedJson(custom_data)
    if (!isObject(data)) return null
    const visitor = isObject(data['visitor']) ? data['visitor'] : data
    return name in visitor ? textOf(visitor[name]) : null
  }

/** The document calls it an object and shows no more; the objects' own custom statuses have a name. */
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

const FIELDS = {
  date: { name: m.col_date, width: 19, read: (call) => dateCell(call.date) },
  offset: { name: m.export_offset, width: 12, read: (call) => offsetCell(call.date) },
  status: {
    name: m.col_status,
    width: 18,
    read: ({ status }, { statusName }) => statusLook(status, statusName(status)).word,
  },
  caller: { name: m.col_caller, width: 16, read: (call) => phoneCell(call.phone_number_from) },
  source: { name: m.col_source, width: 24, read: (call) => call.source?.title ?? null },
  page: { name: m.col_page, width: 36, read: (call) => call.request_uri },
  duration: { name: m.export_duration, read: (call) => call.duration },
  object: {
    name: m.col_object,
    width: 24,
    read: ({ obj_oid: oid }, { objectTitle }) => (oid === null ? null : (objectTitle(oid) ?? oid)),
  },
  service: { name: m.col_service, width: 18, read: (call) => call.service_name },
  region: { name: m.col_region, width: 20, read: (call) => call.region },
  target: { name: m.col_target, read: (call) => flagCell(call.target) },
  kind: {
    name: m.col_kind,
    width: 14,
    read: ({ call_type: type }) =>
      type?.name === 'COMMON'
        ? m.first_time()
        : type?.name === 'REPEATED'
          ? m.repeat()
          : (type?.name ?? null),
  },
  custom_status: { name: m.col_custom_status, width: 18, read: customStatusCell },
  deal_status: {
    name: m.export_deal_status,
    width: 18,
    read: (call) => call.customer_status?.status ?? null,
  },
  deal_price: { name: m.export_deal_price, width: 14, read: (call) => call.customer_status?.price ?? null },
  manager: { name: m.col_manager, width: 20, read: (call) => call.managers },
  comments: { name: m.col_comments, read: (call) => call.comments.length },
  recording: { name: m.col_recording, width: 36, read: (call) => call.record_url },
  id: { name: m.call_id, width: 14, read: (call) => call.id },
  object_id: { name: m.export_object_id, width: 14, read: (call) => call.obj_oid },
  search_request: { name: m.call_search_request, width: 28, read: (call) => call.search_request },
  referrer: { name: m.call_referrer, width: 36, read: (call) => call.referrer },
  source_address: { name: m.export_source_address, width: 28, read: (call) => call.source?.url ?? null },
  source_code: { name: m.export_source_code, read: (call) => call.src },
  utm_source: { name: () => 'utm_source', width: 14, read: utmCell('source') },
  utm_medium: { name: () => 'utm_medium', width: 14, read: utmCell('medium') },
  utm_campaign: { name: () => 'utm_campaign', width: 20, read: utmCell('campaign') },
  utm_content: { name: () => 'utm_content', width: 14, read: utmCell('content') },
  utm_term: { name: () => 'utm_term', width: 20, read: utmCell('term') },
  utm: { name: () => 'UTM', width: 28, read: (call) => call.utm },
  line_status: { name: m.call_dial_status, width: 18, read: (call) => call.dialstatus },
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
  custom_data: { name: m.export_custom_data, width: 28, read: (call) => call.custom_data },
  conversation: { name: m.call_conversation, width: 36, read: (call) => call.messages },
  sms: { name: m.call_sms, width: 36, read: (call) => call.sms_message },
  email: { name: m.call_email, width: 36, read: (call) => call.email_text },
  widget: { name: m.call_widget, width: 36, read: (call) => call.widget_text },
  comment_texts: { name: m.export_comment_texts, width: 36, read: commentCell },
} as const satisfies Record<string, Field>

export type ExportField = keyof typeof FIELDS

/** A column of a file. */
export const fieldOf = (field: ExportField): Field => FIELDS[field]

/** What a column of the journal is in a file: what it draws together stands apart there. */
const OF_COLUMN: Record<ColumnId, readonly ExportField[]> = {
  date: ['date', 'offset'],
  status: ['status'],
  caller: ['caller'],
  source: ['source'],
  page: ['page'],
  duration: ['duration'],
  object: ['object'],
  service: ['service'],
  region: ['region'],
  kind: ['kind'],
  target: ['target'],
  custom_status: ['custom_status'],
  crm: ['deal_status', 'deal_price'],
  manager: ['manager'],
  comments: ['comments'],
  recording: ['recording'],
}

/** Every field of the contact, and what a file says of it. The address of a service's picture is no word about a contact. */
const OF_CALL = {
  id: ['id'],
  obj_oid: ['object', 'object_id'],
  date: ['date', 'offset'],
  src: ['source_code'],
  referrer: ['referrer'],
  request_uri: ['page'],
  phone_number_from: ['caller'],
  search_request: ['search_request'],
  status: ['status'],
  utm: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'utm'],
  custom_data: ['visitor_name', 'visitor_email', 'custom_data'],
  call_type: ['kind'],
  record_url: ['recording'],
  custom_status: ['custom_status'],
  customer_status: [
    'deal_status',
    'deal_price',
    'deal_name',
    'deal_crm',
    'deal_company',
    'deal_tags',
    'deal_manager',
    'deal_manager_id',
    'deal_opened',
    'deal_closed',
    'deal_id',
    'deal_lead',
    'deal_customer',
  ],
  region: ['region'],
  dialstatus: ['line_status'],
  duration: ['duration'],
  source: ['source', 'source_address'],
  service_name: ['service'],
  service_logo_url: [],
  comments: ['comments', 'comment_texts'],
  target: ['target'],
  messages: ['conversation'],
  sms_message: ['sms'],
  email_text: ['email'],
  widget_text: ['widget'],
  managers: ['manager'],
} as const satisfies Record<keyof ListedCallRead, readonly ExportField[]>

const ALL = Object.keys(FIELDS) as ExportField[]

/**
 * The columns of a file, in their order. A client's hidden fields are in none (G12).
 * @param shown the journal's columns in their order; null: everything the list says of a contact
 */
export const exportFields = (
  shown: readonly ColumnId[] | null,
  hidden: ReadonlySet<string>,
): readonly ExportField[] => {
  const gone = new Set<ExportField>(
    Object.entries(OF_CALL).flatMap(([name, fields]): readonly ExportField[] =>
      hidden.has(name) ? fields : [],
    ),
  )
  const asked: readonly ExportField[] = shown?.flatMap((column) => OF_COLUMN[column]) ?? ALL
  return asked.filter((field) => !gone.has(field))
}
