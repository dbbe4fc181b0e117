import type { CallFilter, OrderField } from './call-filters.ts'
import { customerStatus } from './customer-status.ts'
import {
  ANNOTATION_FILES,
  type AnnotationColumn,
  type AnnotationFile,
} from './annotations/annotation-columns.ts'
import type { Right } from './session.ts'
import {
  flag,
  integer,
  integerId,
  list,
  nested,
  orNull,
  record,
  seconds,
  text,
  unknown,
  type Field,
} from './field.ts'

/** Comment on a call (API document 2.5). */
export const comment = record('comment', {
  id: integer(),
  comment: text(),
  user_id: integer(),
  name: text(),
  email: text(),
  created_at: text(),
})

export const callType = record('call_type', { id: integer(), name: text() })
export const callSource = record('source', { title: text(), url: text() })

/** A field of a call, besides its name, which is also its name in `hidden_fields` (G12). */
interface CallFieldRow {
  readonly read: Field<unknown, unknown>
  readonly right?: Right
  /** Only lists carry it, not the single call (API document 2.5, G5). */
  readonly listOnly?: true
  readonly column?: {
    /** Stored in saved views, columns and widths: never change it. */
    readonly id: string
    readonly cell: string
    /** Absent: the service cannot order by it. */
    readonly order?: OrderField
  }
  /** List parameters that filter by it; clicking a value sets the first. */
  readonly filters?: readonly CallFilter[]
  readonly files: readonly string[]
  readonly moreFiles?: readonly string[]
}

/**
 * The fields of a call (API document 2.5). For a new field add a row; the compiler then lists what is
 * missing: label, column width, cell, file column.
 */
export const CALL_FIELDS = {
  id: { read: integerId(), files: ['id'] },
  obj_oid: {
    read: text(),
    column: { id: 'object', cell: 'object', order: 'title' },
    files: ['object'],
    moreFiles: ['object_id'],
  },
  date: {
    read: text(),
    column: { id: 'date', cell: 'date' },
    filters: ['period', 'date_from', 'date_to'],
    files: ['date', 'offset'],
  },
  src: { read: orNull(text()), files: ['source_code'] },
  referrer: { read: orNull(text()), files: ['referrer'] },
  request_uri: {
    read: orNull(text()),
    column: { id: 'page', cell: 'page', order: 'uri' },
    filters: ['uri_filter'],
    files: ['page'],
  },
  phone_number_from: {
    read: text(),
    right: 'numbers',
    column: { id: 'caller', cell: 'caller', order: 'from' },
    filters: ['from_filter'],
    files: ['caller'],
  },
  search_request: { read: orNull(text()), files: ['search_request'] },
  status: {
    read: integer(),
    column: { id: 'status', cell: 'status', order: 'status' },
    filters: ['status_filter'],
    files: ['status'],
  },
  utm: {
    read: orNull(text()),
    files: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'utm'],
  },
  custom_data: { read: orNull(text()), files: ['visitor_name', 'visitor_email', 'custom_data'] },
  call_type: {
    read: nested(callType),
    column: { id: 'kind', cell: 'kind' },
    filters: ['repeated_filter'],
    files: ['kind'],
  },
  record_url: {
    read: orNull(text()),
    right: 'listen',
    column: { id: 'recording', cell: 'recording' },
    files: ['recording'],
  },
  custom_status: {
    read: orNull(unknown('object')),
    column: { id: 'custom_status', cell: 'custom_status' },
    files: ['custom_status'],
  },
  customer_status: {
    read: orNull(nested(customerStatus)),
    column: { id: 'crm', cell: 'deal' },
    files: ['deal_status', 'deal_price'],
    moreFiles: [
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
  },
  region: { read: orNull(text()), column: { id: 'region', cell: 'text' }, files: ['region'] },
  dialstatus: { read: orNull(text()), files: ['line_status'] },
  duration: {
    read: orNull(seconds()),
    column: { id: 'duration', cell: 'duration', order: 'duration' },
    filters: ['duration_filter'],
    files: ['duration'],
  },
  source: {
    read: orNull(nested(callSource)),
    column: { id: 'source', cell: 'source', order: 'source' },
    filters: ['source_text_filter', 'source_filter'],
    files: ['source'],
    moreFiles: ['source_address'],
  },
  service_name: {
    read: text(),
    column: { id: 'service', cell: 'text', order: 'service' },
    files: ['service'],
  },
  // A service's logo reveals nothing of a contact.
  service_logo_url: { read: text(), files: [] },
  comments: {
    read: list(nested(comment)),
    column: { id: 'comments', cell: 'count' },
    files: ['comments'],
    moreFiles: ['comment_texts'],
  },
  target: {
    read: orNull(flag()),
    column: { id: 'target', cell: 'target' },
    filters: ['target_filter'],
    files: ['target'],
  },
  messages: { read: orNull(text()), listOnly: true, files: ['conversation'] },
  sms_message: { read: orNull(text()), listOnly: true, files: ['sms'] },
  email_text: { read: orNull(text()), listOnly: true, files: ['email'] },
  widget_text: { read: orNull(text()), listOnly: true, files: ['widget'] },
  managers: {
    read: orNull(text()),
    listOnly: true,
    column: { id: 'manager', cell: 'text' },
    files: ['manager'],
  },
} as const satisfies Record<string, CallFieldRow>

type Rows = typeof CALL_FIELDS
export type CallField = keyof Rows
export const CALL_FIELD_NAMES = Object.keys(CALL_FIELDS) as CallField[]
export const callFieldRow = (field: CallField): CallFieldRow => CALL_FIELDS[field]

export const fieldsWithoutRight = (rights: readonly Right[]): readonly CallField[] =>
  CALL_FIELD_NAMES.filter((field) => {
    const { right } = callFieldRow(field)
    return right !== undefined && !rights.includes(right)
  })

export type ColumnField = { [K in CallField]: Rows[K] extends { column: object } ? K : never }[CallField]
export type ColumnId = Rows[ColumnField]['column']['id'] | AnnotationColumn

export const USUAL_COLUMNS: readonly ColumnId[] = [
  'date',
  'status',
  'caller',
  'source',
  'page',
  'duration',
  'object',
  'kind',
  'target',
  'crm',
]
export type CellKind = Rows[ColumnField]['column']['cell']

type FilesOf<R> = R extends { files: readonly (infer F)[] } ? F : never
type MoreFilesOf<R> = R extends { moreFiles: readonly (infer F)[] } ? F : never
export type ExportColumn = FilesOf<Rows[CallField]> | MoreFilesOf<Rows[CallField]> | AnnotationFile

export const filesOf = (field: CallField): readonly ExportColumn[] => CALL_FIELDS[field].files
/** All file columns that reveal something of the field. */
export const allFilesOf = (field: CallField): readonly ExportColumn[] => {
  const row = CALL_FIELDS[field]
  return 'moreFiles' in row ? [...row.files, ...row.moreFiles] : row.files
}

/** Columns of files that reveal nothing of the hidden fields (G12). */
export const shownFiles = (hidden: ReadonlySet<CallField>): ReadonlySet<ExportColumn> => {
  const all = new Set<ExportColumn>([...CALL_FIELD_NAMES.flatMap(allFilesOf), ...ANNOTATION_FILES])
  for (const field of hidden) for (const file of allFilesOf(field)) all.delete(file)
  return all
}

/** Fields that only lists carry (API document 2.5, G5). */
export type ListOnlyField = { [K in CallField]: Rows[K] extends { listOnly: true } ? K : never }[CallField]

const isListOnly = (field: CallField): field is ListOnlyField => callFieldRow(field).listOnly === true
const readings = <K extends CallField>(fields: readonly K[]) =>
  Object.fromEntries(fields.map((field) => [field, CALL_FIELDS[field].read])) as {
    readonly [F in K]: Rows[F]['read']
  }

export const listedCallReadings = readings(CALL_FIELD_NAMES)
export const callReadings = readings(
  CALL_FIELD_NAMES.filter((field): field is Exclude<CallField, ListOnlyField> => !isListOnly(field)),
)
