import {
  flag,
  integer,
  list,
  nested,
  number,
  orNull,
  record,
  records,
  text,
  textId,
  unknown,
  withAdded,
  wrapped,
  type Documented,
  type Lenient,
} from './field.ts'
import { scriptConfig } from './script-config.ts'
import { pagination } from './pagination.ts'

/** E-mail notification settings of an object (API document 2.3). */
export const objEmailNotifyConfig = record('obj_email_notify_config', {
  id: integer(),
  obj_id: integer(),
  is_enabled: orNull(flag()),
  missed_only: orNull(flag()),
  monitor_enabled: flag(),
  monitor_recipients: orNull(text()),
  recipients: text(),
  subject_template: text(),
  message_template: text(),
  created_at: text(),
  updated_at: text(),
})

/**
 * A forwarding number (API document 2.4). Our server adds `targets`: its distinct numbers as parsed by
 * contract/phones/caller.ts, and addresses.
 */
export const clientPhoneNumber = withAdded(
  record('client_phone_number', {
    obj_id: integer(),
    number: text(),
    phone_number: text(),
    sip: text(),
    priority: integer(),
    redirect_timeout: integer(),
    record_url: orNull(text()),
    answerphone: flag(),
    call_with_main: flag(),
  }),
  { targets: list(text()) },
)

export const emailNotification = record('email_notification', {
  obj_email_notify_config: nested(objEmailNotifyConfig),
})
export const country = record('country', { id: integer(), name: text(), translated_name: text() })
export const city = record('city', { id: integer(), name: text(), name_int: text(), translated_name: text() })
export const customStatus = record('custom_status', { id: integer(), name: text(), color: orNull(text()) })
export type CustomStatus = Documented<typeof customStatus>
export type CustomStatusRead = Lenient<typeof customStatus>
export const tariff = record('tariff', {
  id: integer(),
  name: text(),
  sessions: orNull(integer()),
  numbers: integer(),
  multiregion: flag(),
  price: number(),
})

const documentedObj = record('obj', {
  oid: textId(),
  alias: text(),
  title: text(),
  site_url: text(),
  phone_number: text(),
  expiration_date: orNull(text()),
  sip_uri: orNull(text()),
  use_sip: flag(),
  sessions_reset_date: orNull(text()),
  sessions_used: orNull(integer()),
  sessions: integer(),
  numbers: integer(),
  is_tracking: flag(),
  status: text(),
  is_upgradable: flag(),
  calls_count: integer(),
  country: nested(country),
  current_city_only: flag(),
  needs_renewing: flag(),
  needs_increasing: flag(),
  city: nested(city),
  custom_statuses: list(nested(customStatus)),
  tariff: orNull(nested(tariff)),
  tariff_items: unknown('array|null'),
  js_code: text(),
  script_config: scriptConfig,
  script_config_possible_values: unknown('object'),
  blocked_ip_list_enabled: flag(),
  blocked_ip_addresses: unknown('object or array'),
  forward_caller_id: flag(),
  email_notification_enabled: flag(),
  email_notification: nested(emailNotification),
  client_phone_numbers: list(nested(clientPhoneNumber)),
})
/**
 * A site or phone number with its tracking settings (API document 2.2). Our server adds `own_number`, parsed
 * by contract/phones/caller.ts, and `country_code`, two letters if known (G29).
 */
export const obj = withAdded(documentedObj, { own_number: text(), country_code: text() })
export type Obj = Documented<typeof obj>
export type ObjRead = Lenient<typeof obj>

/** Answer of `GET /v2/objs/<oid_or_alias>` (API document 4.2, G24). */
export const objectAnswer = wrapped('obj', obj)

/** Answer of `GET /v2/objs/` (API document 4.2). */
export const objectsAnswer = record('objs', {
  objs: records(obj),
  meta: nested(record('meta', { pagination: nested(pagination) })),
})
