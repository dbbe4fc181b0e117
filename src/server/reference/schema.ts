import { sql, type ColumnType, type Generated, type Kysely } from 'kysely'

/** 0 or 1: integers work in SQLite and PostgreSQL alike. */
export type Flag = 0 | 1
type JsonText = string

/** A marketer, an agency's client, or an agency manager (API document 2.1, 2.9). */
export interface AccountTable {
  id: Generated<number>
  email: string
  password_hash: string
  /** Also a client's `auth_token`. Stored in plain text because sign-in returns it (API document 5.3). */
  api_key: string
  contact_name: string
  phone_number: string
  company_name: string
  is_agency_manager: Flag
  agency_id: number | null
  statistics_only: Flag
  hidden_fields: JsonText | null
}

/** API document 2.9. */
export interface AgencyTable {
  id: Generated<number>
  manager_id: number
  name: string
  domain: string
  phone_number: string | null
  is_active: Flag
}

/** Tracked object (API document 2.2). Columns are filtered, sorted or changed; `details` has the rest as answered. */
export interface ObjectTable {
  id: Generated<number>
  account_id: number
  oid: string
  alias: string
  title: string
  title_search: string
  /** Object status code (API document 3.1). */
  status: number
  script_config: JsonText
  /** `[{id, name, color}]` */
  custom_statuses: JsonText
  /** The other fields of 2.2 as answered, without the counted `calls_count`. */
  details: JsonText
}

/** A contact: call, form, chat, SMS, e-mail, survey (API document 2.5). */
export interface ContactTable {
  id: number
  account_id: number
  object_id: number
  occurred_at: number
  /** Minutes east of UTC: the wall clock of `date` (G6). */
  utc_offset: number
  /** `YYYY-MM-DD` on that wall clock. */
  day: string
  /** Status code (API document 3.2). */
  status: number
  /** Source code: TYPEIN, UTM, REFERRER, … (API document 4.4); answered as `src`. */
  src: string | null
  source_title: string | null
  /** The `_search` columns are lower case, since SQLite's lower() knows only ASCII. */
  source_title_search: string | null
  source_url: string | null
  referrer: string | null
  request_uri: string | null
  request_uri_search: string | null
  phone_number_from: string
  /** Digits of the caller, with a leading 8 of 11 turned into 7; searched by `from_filter`. */
  caller_digits: string
  search_request: string | null
  utm: string | null
  custom_data: JsonText | null
  /** 1 COMMON (first-time), 2 REPEATED. */
  call_type: number
  has_recording: Flag
  custom_status_id: number | null
  /** CRM record as answered (API document 2.7). */
  customer_status: JsonText | null
  region: string | null
  dialstatus: string | null
  /** Seconds (G7). */
  duration: number | null
  service_id: number
  service_name: string
  target: Flag | null
  messages: string | null
  sms_message: string | null
  email_text: string | null
  widget_text: string | null
  managers: string | null
  /**
   * Overrides of the answer: a JSON array of `[field, value]`, or `[field]` to leave it out. Only edge cases
   * have it, for wrong types and missing fields, which columns can't represent (G26).
   */
  answer_override: JsonText | null
}

/** API document 2.5. */
export interface CommentTable {
  id: Generated<number>
  contact_id: number
  comment: string
  user_id: number
  name: string
  email: string
  /** ISO 8601 with offset. */
  created_at: string
}

interface SampleTable {
  key: string
  value: ColumnType<string, string, string>
}

export interface ReferenceTables {
  accounts: AccountTable
  agencies: AgencyTable
  objects: ObjectTable
  contacts: ContactTable
  comments: CommentTable
  sample: SampleTable
}
export type ReferenceDatabase = Kysely<ReferenceTables>

/** Columns used by filters and orders of 4.3; one index each per scope, followed by the default order. */
const INDEXED = [
  'status',
  'src',
  'source_title_search',
  'request_uri_search',
  'caller_digits',
  'duration',
  'service_name',
  'target',
  'call_type',
  'custom_status_id',
] as const

/** Created after the sample data: loading without indexes is several times faster. */
export const createContactIndexes = async (database: Kysely<ReferenceTables>) => {
  for (const scope of ['account_id', 'object_id'] as const) {
    await database.schema
      .createIndex(`contacts_${scope}_date`)
      .ifNotExists()
      .on('contacts')
      .columns([scope, 'occurred_at', 'id'])
      .execute()
    await database.schema
      .createIndex(`contacts_${scope}_day`)
      .ifNotExists()
      .on('contacts')
      .columns([scope, 'day'])
      .execute()
    for (const column of INDEXED)
      await database.schema
        .createIndex(`contacts_${scope}_${column}`)
        .ifNotExists()
        .on('contacts')
        .columns([scope, column, 'occurred_at', 'id'])
        .execute()
  }
  await database.schema
    .createIndex('comments_contact')
    .ifNotExists()
    .on('comments')
    .columns(['contact_id'])
    .execute()
}

export type SampleState = 'incomplete' | 'outdated' | 'current'

export const sampleState = async (database: ReferenceDatabase, version: number): Promise<SampleState> => {
  const facts = new Map(
    (await database.selectFrom('sample').selectAll().execute()).map(({ key, value }) => [key, value]),
  )
  if (facts.get('complete') !== '1') return 'incomplete'
  return facts.get('version') === String(version) ? 'current' : 'outdated'
}

/** Updates SQLite's statistics, so that it picks the right index. */
export const analyze = (database: ReferenceDatabase) => sql`analyze`.execute(database)
