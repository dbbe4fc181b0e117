/* Tables of the API document (section 2), copied by hand as an independent reference. */
interface Table {
  readonly section: string
  readonly fields: Readonly<Record<string, string>>
}
const row = (section: string, fields: Readonly<Record<string, string>>): Table => ({ section, fields })

const CALL = {
  id: 'integer',
  obj_oid: 'string',
  date: 'string',
  src: 'string|null',
  referrer: 'string|null',
  request_uri: 'string|null',
  phone_number_from: 'string',
  search_request: 'string|null',
  status: 'integer',
  utm: 'string|null',
  custom_data: 'string|null',
  call_type: 'call_type',
  record_url: 'string|null',
  custom_status: 'object|null',
  customer_status: 'customer_status|null',
  region: 'string|null',
  dialstatus: 'string|null',
  duration: 'integer|null',
  source: 'source|null',
  service_name: 'string',
  service_logo_url: 'string',
  comments: 'array of comment',
  target: 'boolean|null',
}

export const DOCUMENT = {
  user: row('2.1', {
    email: 'string',
    contact_name: 'string',
    phone_number: 'string',
    company_name: 'string',
    agency: 'string',
    api_key: 'string',
    is_agency_manager: 'boolean',
    business_categories: 'array',
    roles: 'array of role',
    objs: 'array of obj',
  }),
  role: row('2.1', { id: 'integer', name: 'string', translated_name: 'string' }),
  obj: row('2.2', {
    oid: 'string',
    alias: 'string',
    title: 'string',
    site_url: 'string',
    phone_number: 'string',
    expiration_date: 'string|null',
    sip_uri: 'string|null',
    use_sip: 'boolean',
    sessions_reset_date: 'string|null',
    sessions_used: 'integer|null',
    sessions: 'integer',
    numbers: 'integer',
    is_tracking: 'boolean',
    status: 'string',
    is_upgradable: 'boolean',
    calls_count: 'integer',
    country: 'country',
    current_city_only: 'boolean',
    needs_renewing: 'boolean',
    needs_increasing: 'boolean',
    city: 'city',
    custom_statuses: 'array of custom_status',
    tariff: 'tariff|null',
    tariff_items: 'array|null',
    js_code: 'string',
    script_config: 'array of string',
    script_config_possible_values: 'object',
    blocked_ip_list_enabled: 'boolean',
    blocked_ip_addresses: 'object or array',
    forward_caller_id: 'boolean',
    email_notification_enabled: 'boolean',
    email_notification: 'email_notification',
    client_phone_numbers: 'array of client_phone_number',
  }),
  country: row('2.2', { id: 'integer', name: 'string', translated_name: 'string' }),
  city: row('2.2', { id: 'integer', name: 'string', name_int: 'string', translated_name: 'string' }),
  custom_status: row('2.2', { id: 'integer', name: 'string', color: 'string|null' }),
  tariff: row('2.2', {
    id: 'integer',
    name: 'string',
    sessions: 'integer|null',
    numbers: 'integer',
    multiregion: 'boolean',
    price: 'number',
  }),
  email_notification: row('2.2', { obj_email_notify_config: 'obj_email_notify_config' }),
  obj_email_notify_config: row('2.3', {
    id: 'integer',
    obj_id: 'integer',
    is_enabled: 'boolean|null',
    missed_only: 'boolean|null',
    monitor_enabled: 'boolean',
    monitor_recipients: 'string|null',
    recipients: 'string',
    subject_template: 'string',
    message_template: 'string',
    created_at: 'string',
    updated_at: 'string',
  }),
  client_phone_number: row('2.4', {
    obj_id: 'integer',
    number: 'string',
    phone_number: 'string',
    sip: 'string',
    priority: 'integer',
    redirect_timeout: 'integer',
    record_url: 'string|null',
    answerphone: 'boolean',
    call_with_main: 'boolean',
  }),
  call: row('2.5', {
    ...CALL,
    messages: 'string|null',
    sms_message: 'string|null',
    email_text: 'string|null',
    widget_text: 'string|null',
    managers: 'string|null',
  }),
  single_call: row('2.5', CALL),
  call_type: row('2.5', { id: 'integer', name: 'string' }),
  source: row('2.5', { title: 'string', url: 'string' }),
  comment: row('2.5', {
    id: 'integer',
    comment: 'string',
    user_id: 'integer',
    name: 'string',
    email: 'string',
    created_at: 'string',
  }),
  customer_status: row('2.7', {
    id: 'integer',
    status: 'string',
    customer_id: 'integer',
    name: 'string',
    date_create: 'string',
    price: 'number|null',
    responsible_user: 'string',
    company: 'string',
    date_close: 'string|null',
    tags: 'string',
    source: 'string',
    lead_id: 'integer|null',
    responsible_user_id: 'integer|null',
  }),
  service: row('2.8', {
    id: 'integer',
    service_name: 'string',
    name: 'string',
    service_logo_url: 'string',
  }),
  agency: row('2.9', {
    name: 'string',
    domain: 'string',
    phone_number: 'string|null',
    is_active: 'boolean',
    clients: 'array of client',
  }),
  client: row('2.9', {
    email: 'string',
    company_name: 'string',
    auth_token: 'string',
    statistics_only: 'boolean',
    hidden_fields: 'null or unknown',
    objects_count: 'integer',
    calls_count: 'integer',
  }),
  plan: row('2.10', {
    name: 'string',
    title: 'string',
    price: 'string',
    sessions: 'number',
    numbers: 'number',
  }),
  pagination: row('2.12', {
    current_page: 'integer',
    next_page: 'integer|null',
    prev_page: 'integer|null',
    total_pages: 'integer',
    total_objects: 'integer',
  }),
} as const
export type Resource = keyof typeof DOCUMENT

/** Values that tell the document's types apart. */
export const VALUES = {
  string: 'text',
  integer: 7,
  number: 1.5,
  boolean: true,
  null: null,
  array: [],
  object: {},
}

/** Undocumented shapes (G17). */
export const OPEN_TYPES: ReadonlySet<string> = new Set([
  'array',
  'array|null',
  'object',
  'object|null',
  'object or array',
  'null or unknown',
])

const valueOf = (type: string): unknown => {
  const [name = ''] = type.split('|')
  if (name.startsWith('array of ')) return [valueOf(name.slice('array of '.length))]
  if (name in DOCUMENT) return exampleOf(name as Resource)
  return { ...VALUES, 'object or array': {}, 'null or unknown': null }[name]
}

/** A record exactly as the document describes it: every field, none null. */
export const exampleOf = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(Object.entries(DOCUMENT[resource].fields).map(([name, type]) => [name, valueOf(type)]))
