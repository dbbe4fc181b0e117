import { CLIENT_OWNED_SECTIONS, type Endpoint } from '#/contract/endpoint.ts'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import type { ConsoleRequest } from '#/api/console/send-request.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const ENDPOINT_NAMES = Object.keys(endpoints) as EndpointName[]
export const DEFAULT_ENDPOINT: EndpointName = 'objects'
export const endpointNamed = (name: EndpointName): Endpoint => endpoints[name]

export const templateOf = ({ path }: Pick<Endpoint, 'path'>): string => path.replace(/:(\w+)/g, '{$1}')

/** Endpoints of a client's data (API document 5.6). */
export const isOfClient = ({ section }: Pick<Endpoint, 'section'>): boolean =>
  CLIENT_OWNED_SECTIONS.has(section)

/** Needs confirmation; trying a sign-in doesn't. */
export const isWrite = (endpoint: Endpoint): boolean =>
  endpoint.method !== 'GET' && endpoint !== endpoints.sign_in

const ABOUT: Partial<Record<EndpointName, () => string>> = {
  sign_in: m.console_about_sign_in,
  agency: m.console_about_agency,
  update_agency: m.console_about_update_agency,
  all_calls: m.console_about_all_calls,
  object_calls: m.console_about_object_calls,
  call: m.console_about_call,
  objects: m.console_about_objects,
  object: m.console_about_object,
  object_filters: m.console_about_object_filters,
  script_config: m.console_about_script_config,
  geo: m.console_about_geo,
  plan: m.console_about_plan,
}
export const aboutEndpoint = (name: EndpointName): string | undefined => ABOUT[name]?.()

const PARAMETER: Readonly<Record<string, () => string>> = {
  oid: m.console_parameter_oid,
  call_id: m.console_parameter_call_id,
  plan_name: m.console_parameter_plan_name,
  period: m.console_parameter_period,
  date_from: m.console_parameter_date_from,
  date_to: m.console_parameter_date_to,
  source_filter: m.console_parameter_source_filter,
  source_text_filter: m.console_parameter_source_text_filter,
  target_filter: m.console_parameter_target_filter,
  repeated_filter: m.console_parameter_repeated_filter,
  uri_filter: m.console_parameter_uri_filter,
  from_filter: m.console_parameter_from_filter,
  duration_filter: m.console_parameter_duration_filter,
  status_filter: m.console_parameter_status_filter,
  order_field: m.console_parameter_order_field,
  order_way: m.console_parameter_order_way,
  page: m.console_parameter_page,
  status: m.console_parameter_status,
  script_config: m.console_parameter_script,
  'agency.name': m.console_parameter_agency_name,
  'agency.domain': m.console_parameter_agency_domain,
  'agency.phone_number': m.console_parameter_agency_phone_number,
  'agency.is_active': m.console_parameter_active,
  'user.email': m.console_parameter_email,
  'user.password': m.console_parameter_password,
}
export const parameterWord = (name: string): string => PARAMETER[name]?.() ?? name

export const writeLabel = (name: EndpointName, { values, body }: ConsoleRequest): string => {
  if (name === 'update_agency') return m.console_write_update_agency()
  if (name !== 'script_config') return m.console_write_other()
  const config: unknown = Object(body)['script_config']
  const options = Object.keys(Object(config))
  const object = values.oid ?? ''
  return options.length === 0
    ? m.console_write_script_config_none({ object })
    : m.console_write_script_config({ object, options: options.join(', ') })
}
