import { sql, type ColumnType, type Generated, type Kysely } from 'kysely'

/** 0 or 1: booleans are integers, so that the same SQL runs on SQLite and PostgreSQL. */
export type Flag = 0 | 1
/** A JSON document in a text column. Never looked into by SQL. */
type JsonText = string

/** A user of the service: a marketer, an agency's client, or an agency manager (API document 2.1, 2.9). */
export interface AccountTable {
  id: Generated<number>
  email: string
  password_hash: string
  /** Also a client's `auth_token`. Kept readable because sign-in has to return it (API document 5.3). */
  api_key: string
  contact_name: string
  phone_number: string
  company_name: string
  is_agency_manager: Flag
  /** The agency that owns this account; null for an account of its own. */
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

/** Tracked object (API document 2.2). Columns hold what is filtered, sorted or changed; `details` the rest as answered. */
export interface ObjectTable {
  id: Generated<number>
  account_id: number
  oid: string
  alias: string
  title: string
  title_search: string
  /** Object status code (API document 3.1). */
  status: number
  /** Enabled script options, a JSON array of option names. */
  script_config: JsonText
  /** `[{id, name, color}]` */
  custom_statuses: JsonText
  /** Every other field of 2.2 as it is answered, without `calls_count`, which is counted. */
  details: JsonText
}

/** A contact: call, form, chat, SMS, e-mail, survey (API document 2.5). */
export interface ContactTable {
  id: number
  account_id: number
  object_id: number
  /** Instant, milliseconds since 1970. */
  occurred_at: number
  /** Minutes east of UTC: the wall clock of `date` (G6). */
  utc_offset: number
  /** `YYYY-MM-DD` on that wall clock. */
  day: string
  /** Status code (API document 3.2). */
  status: number
  /** Source code as the filters answer lists it: TYPEIN, UTM, REFERRER, … (API document 4.4); answered as `src`. */
  src: string | null
  source_title: string | null
  /** Lower case here and in the other `_search` columns: SQLite's lower() knows only ASCII. */
  source_title_search: string | null
  source_url: string | null
  referrer: string | null
  request_uri: string | null
  request_uri_search: string | null
  phone_number_from: string
  /** Digits of the caller, a leading 8 of 11 turned into 7; what `from_filter` looks into. */
  caller_digits: string
  search_request: string | null
  utm: string | null
  custom_data: JsonText | null
  /** 1 COMMON (first-time), 2 REPEATED. */
  call_type: number
  has_recording: Flag
  custom_status_id: number | null
  /** CRM record, API document 2.7, as answered. */
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
   * What the contact is answered with otherwise than its columns say, or null: a JSON array of `[field, value]`, and
   * `[field]` for one that is left out. Only edge cases of the sample have it: columns cannot hold a number written as
   * text or a field that is not there, and services answer both (G26).
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

/** What the data were made from, so that a start can tell whether they are whole. */
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

/** Columns a filter or an order of 4.3 looks at; each gets one index per scope, with the default order behind it. */
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

/** Indexes of the contacts, made after the sample data are in: a load into bare tables is several times faster. */
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

/** Of the sample data a database holds: none or only a part, those of another version of Callboard, or today's. */
export type SampleState = 'incomplete' | 'outdated' | 'current'

/** @param version that today's sample data are stamped with */
export const sampleState = async (database: ReferenceDatabase, version: number): Promise<SampleState> => {
  const facts = new Map(
    (await database.selectFrom('sample').selectAll().execute()).map(({ key, value }) => [key, value]),
  )
  if (facts.get('complete') !== '1') return 'incomplete'
  return facts.get('version') === String(version) ? 'current' : 'outdated'
}

/** Forces SQLite to look at what the indexes hold, so that it picks the right one. A no-op worth nothing elsewhere. */
export const analyze = (database: ReferenceDatabase) => sql`analyze`.execute(database)
