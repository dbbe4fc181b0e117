import type { Insertable } from 'kysely'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import { SCRIPT_OPTION } from '#/contract/script-config.ts'
import { hashPassword } from '#/server/reference/auth.ts'
import { callerDigits } from '#/server/reference/caller-digits.ts'
import type { ObjectDetails } from '#/server/reference/endpoints/objects.ts'
import type { AccountTable, ContactTable, ObjectTable } from '#/server/reference/schema.ts'

export const NOW = Date.parse('2026-11-20T14:03:00+03:00')
export const PUBLIC_URL = 'http://service.test'
export const TEST_PASSWORD = 'correct horse'

const passwordHash = hashPassword(TEST_PASSWORD)

/** `id` is also the client id, `key` the API key. */
export const TEST_ACCOUNTS = {
  marketer: { id: 1, key: 'key-marketer' },
  manager: { id: 2, key: 'key-manager' },
  client: { id: 3, key: 'key-client' },
  emptyClient: { id: 4, key: 'key-empty-client' },
  otherManager: { id: 5, key: 'key-other-manager' },
  otherClient: { id: 6, key: 'key-other-client' },
} as const
export type AccountName = keyof typeof TEST_ACCOUNTS

/** The e-mail is `<name>@example.com` in lower case. */
export const accountRow = async (
  name: AccountName,
  rest: Partial<Insertable<AccountTable>> = {},
): Promise<Insertable<AccountTable>> => ({
  id: TEST_ACCOUNTS[name].id,
  email: `${name.toLowerCase()}@example.com`,
  password_hash: await passwordHash,
  api_key: TEST_ACCOUNTS[name].key,
  contact_name: `Contact of ${name}`,
  phone_number: '74951234567',
  company_name: `Company of ${name}`,
  is_agency_manager: 0,
  agency_id: null,
  statistics_only: 0,
  hidden_fields: null,
  ...rest,
})

const details: ObjectDetails = {
  site_url: 'https://shop.example.com',
  phone_number: '74957654321',
  expiration_date: '31.12.2026 23:59:59',
  sip_uri: null,
  use_sip: false,
  sessions_reset_date: null,
  sessions_used: null,
  sessions: 1000,
  numbers: 2,
  is_tracking: true,
  is_upgradable: true,
  js_code: '<script src="https://t.example.com/s.js"></script>',
  script_config_possible_values: SCRIPT_OPTION,
  country: { id: 1, name: 'Россия', translated_name: 'Russia' },
  current_city_only: false,
  needs_renewing: false,
  needs_increasing: false,
  city: { id: 1, name: 'Москва', name_int: 'Moskva', translated_name: 'Moscow' },
  tariff: { id: 1, name: 'start', sessions: null, numbers: 2, multiregion: false, price: 19.5 },
  tariff_items: null,
  blocked_ip_list_enabled: false,
  blocked_ip_addresses: {},
  forward_caller_id: true,
  email_notification_enabled: true,
  email_notification: {
    obj_email_notify_config: {
      id: 1,
      obj_id: 1,
      is_enabled: true,
      missed_only: null,
      monitor_enabled: false,
      monitor_recipients: null,
      recipients: 'a@example.com\nb@example.com',
      subject_template: '%СТАТУС_ЗВОНКА%',
      message_template: '<p>%ОТ_КОГО%</p>',
      created_at: '2025-01-01T00:00:00+03:00',
      updated_at: '2025-01-01T00:00:00+03:00',
    },
  },
  client_phone_numbers: [
    {
      obj_id: 1,
      number: '74951112233',
      phone_number: '74951112233',
      sip: '',
      priority: 1,
      redirect_timeout: 20,
      record_url: null,
      answerphone: false,
      call_with_main: false,
    },
  ],
}

/** `oid` is `oid-<id>`, the alias `alias-<id>`. */
export const objectRow = (
  id: number,
  owner: AccountName,
  rest: Partial<Insertable<ObjectTable>> = {},
): Insertable<ObjectTable> => {
  const title = rest.title ?? `Object ${id}`
  return {
    id,
    account_id: TEST_ACCOUNTS[owner].id,
    oid: `oid-${id}`,
    alias: `alias-${id}`,
    title,
    title_search: title.toLowerCase(),
    status: OBJECT_STATUS.active,
    script_config: '["last_source","utm"]',
    custom_statuses: '[{"id":501,"name":"Hot","color":"#f00"},{"id":502,"name":"Cold","color":null}]',
    details: JSON.stringify(details),
    ...rest,
  }
}

const lower = (value: string | null | undefined) => value?.toLowerCase() ?? null

export const testContactRow = (
  id: number,
  object: Pick<Insertable<ObjectTable>, 'id' | 'account_id'>,
  rest: Partial<Insertable<ContactTable>> = {},
): Insertable<ContactTable> => {
  const row = {
    occurred_at: NOW - id * 60_000,
    utc_offset: 180,
    status: 2,
    src: null,
    source_title: null,
    source_url: null,
    referrer: null,
    request_uri: null,
    phone_number_from: '+7 495 123-45-67',
    search_request: null,
    utm: null,
    custom_data: null,
    call_type: 1,
    has_recording: 0 as const,
    custom_status_id: null,
    customer_status: null,
    region: null,
    dialstatus: null,
    duration: null,
    service_id: 1,
    service_name: 'Call tracking',
    target: null,
    messages: null,
    sms_message: null,
    email_text: null,
    widget_text: null,
    managers: null,
    ...rest,
  }
  return {
    ...row,
    id,
    account_id: object.account_id,
    object_id: object.id ?? 0,
    day: new Date(row.occurred_at + row.utc_offset * 60_000).toISOString().slice(0, 10),
    source_title_search: lower(row.source_title),
    request_uri_search: lower(row.request_uri),
    caller_digits: callerDigits(row.phone_number_from),
  }
}
