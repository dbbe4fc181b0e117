import { customerStatus } from './customer-status.ts'
import { flag, integer, integerId, list, nested, orNull, record, text, unknown } from './field.ts'

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

/** Fields of a call that both the lists and the single-call answer carry: one row per field (API document 2.5). */
export const callFields = {
  id: integerId(),
  obj_oid: text(),
  date: text(),
  src: orNull(text()),
  referrer: orNull(text()),
  request_uri: orNull(text()),
  phone_number_from: text(),
  search_request: orNull(text()),
  status: integer(),
  utm: orNull(text()),
  custom_data: orNull(text()),
  call_type: nested(callType),
  record_url: orNull(text()),
  custom_status: orNull(unknown('object')),
  customer_status: orNull(nested(customerStatus)),
  region: orNull(text()),
  dialstatus: orNull(text()),
  duration: orNull(integer()),
  source: orNull(nested(callSource)),
  service_name: text(),
  service_logo_url: text(),
  comments: list(nested(comment)),
  target: orNull(flag()),
} as const

/** The five fields that only list answers carry (API document 2.5, G5). */
export const listOnlyCallFields = {
  messages: orNull(text()),
  sms_message: orNull(text()),
  email_text: orNull(text()),
  widget_text: orNull(text()),
  managers: orNull(text()),
} as const
