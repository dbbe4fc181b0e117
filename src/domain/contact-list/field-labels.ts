import { CALL_FIELD_NAMES, callFieldRow, type CallField } from '#/contract/call-fields.ts'
import type { OrderField } from '#/contract/call-filters.ts'
import { m } from '#/i18n/paraglide/messages.js'

interface FieldLabel {
  readonly name: () => string
  /** Tooltip of the "–" for a missing value. */
  readonly absent: () => string
}

/** Field names shared by journal, contact page and files. */
export const FIELD_WORDS = {
  id: { name: m.call_id, absent: m.not_supplied },
  obj_oid: { name: m.col_object, absent: m.not_supplied },
  date: { name: m.col_date, absent: m.not_supplied },
  src: { name: m.export_source_code, absent: m.no_source },
  referrer: { name: m.call_referrer, absent: m.call_no_referrer },
  request_uri: { name: m.col_page, absent: m.no_page },
  phone_number_from: { name: m.col_caller, absent: m.no_caller },
  search_request: { name: m.call_search_request, absent: m.call_no_search_request },
  status: { name: m.col_status, absent: m.status_unknown_title },
  utm: { name: m.call_tags, absent: m.not_supplied },
  custom_data: { name: m.export_custom_data, absent: m.not_supplied },
  call_type: { name: m.col_kind, absent: m.not_supplied },
  record_url: { name: m.col_recording, absent: m.call_no_recording },
  custom_status: { name: m.col_custom_status, absent: m.call_no_custom_status },
  customer_status: { name: m.col_crm, absent: m.no_deal },
  region: { name: m.col_region, absent: m.call_no_region },
  dialstatus: { name: m.call_dial_status, absent: m.not_supplied },
  duration: { name: m.filter_duration_filter, absent: m.no_duration },
  source: { name: m.col_source, absent: m.no_source },
  service_name: { name: m.col_service, absent: m.not_supplied },
  service_logo_url: { name: m.col_service, absent: m.not_supplied },
  comments: { name: m.col_comments, absent: m.no_comments },
  target: { name: m.col_target, absent: m.no_target },
  messages: { name: m.call_conversation, absent: m.not_supplied },
  sms_message: { name: m.call_sms, absent: m.not_supplied },
  email_text: { name: m.call_email, absent: m.not_supplied },
  widget_text: { name: m.call_widget, absent: m.not_supplied },
  managers: { name: m.col_manager, absent: m.call_no_manager },
} as const satisfies Record<CallField, FieldLabel>

export const fieldName = (field: CallField): string => FIELD_WORDS[field].name()

/** Name of the ordering field; without `order_field`, the date. */
export const orderName = (order: OrderField | undefined): string =>
  fieldName(CALL_FIELD_NAMES.find((field) => order && callFieldRow(field).column?.order === order) ?? 'date')
