import { describe, expect, test } from 'vitest'
import { exampleOf } from '#/test/api-document.ts'
import {
  CALL_FILTERS,
  DURATION_FILTERS,
  ORDER_FIELDS,
  ORDER_WAYS,
  PERIODS,
  objectStatusFilter,
} from './call-filters.ts'
import { CALL_STATUS, CALL_STATUSES, CALL_TYPE, OBJECT_STATUS, ROLES } from './codes.ts'
import { endpoints, type EndpointName } from './endpoints.ts'
import { ERROR_CODES, ERROR_STATUS, errorBody } from './error.ts'
import type { Field } from './field.ts'
import { V1_LIMIT, V1_OFFSET_DEFAULT } from './pagination.ts'
import { SCRIPT_OPTION } from './script-config.ts'

/* Sections 3, 4, 7 and 8 of the API document, copied by hand: omissions and additions in the contract fail here. */

const FILTERS = [
  'period',
  'date_from',
  'date_to',
  'source_filter',
  'source_text_filter',
  'target_filter',
  'repeated_filter',
  'uri_filter',
  'from_filter',
  'duration_filter',
  'status_filter',
  'order_field',
  'order_way',
]

const STATUSES = { answer: 2, noanswer: 3 }
const page = { pagination: exampleOf('pagination') }
const ofObject = { obj: exampleOf('obj'), statuses: STATUSES, services: [exampleOf('service')] }

interface Row {
  readonly line: string
  readonly source: string
  readonly query: readonly string[]
  readonly body?: unknown
  /** Absent where it is not documented. */
  readonly answer?: unknown
}

/** 4.2 and 4.5. `page` is our name for the undocumented parameter (G1). */
const ENDPOINTS: Readonly<Record<EndpointName, Row>> = {
  sign_in: {
    line: 'POST /v2/users/sign_in',
    source: '4.2',
    query: [],
    body: { user: { email: 'a@example.org', password: 'secret' } },
    answer: { user: exampleOf('user') },
  },
  agency: { line: 'GET /v2/agency', source: '4.2', query: [], answer: [{ agency: exampleOf('agency') }] },
  update_agency: {
    line: 'PUT /v2/agency',
    source: '4.2',
    query: [],
    body: { agency: { name: 'A', domain: 'a.example', phone_number: '1', is_active: true } },
    answer: { agency: exampleOf('agency') },
  },
  all_calls: {
    line: 'GET /v2/calls',
    source: '4.2',
    query: [...FILTERS, 'page'],
    answer: { calls: [exampleOf('call')], meta: { obj: [exampleOf('obj')], ...page } },
  },
  object_calls: {
    line: 'GET /v2/objs/:oid/calls',
    source: '4.2',
    query: [...FILTERS, 'page'],
    answer: { calls: [exampleOf('call')], meta: { ...ofObject, ...page } },
  },
  call: {
    line: 'GET /v2/objs/:oid/calls/:call_id',
    source: '4.2',
    query: [],
    answer: { call: exampleOf('single_call'), meta: ofObject },
  },
  objects: {
    line: 'GET /v2/objs/',
    source: '4.2',
    query: ['status', 'page'],
    answer: { objs: [exampleOf('obj')], meta: page },
  },
  object: { line: 'GET /v2/objs/:oid', source: '4.2', query: [], answer: { obj: exampleOf('obj') } },
  object_filters: {
    line: 'GET /v2/objs/:oid/filters',
    source: '4.2',
    query: [],
    answer: {
      sources: [
        ['—', null],
        ['Direct', 'TYPEIN'],
      ],
      durations: [
        ['—', null],
        ['Under 30 s', 'lt30s'],
      ],
      call_statuses: [
        ['—', null],
        ['Answered', 'ANSWER'],
        ['Our own', 31],
      ],
    },
  },
  script_config: {
    line: 'POST /v2/objs/:oid/script_config',
    source: '4.2',
    query: [],
    body: { script_config: { utm: '3', gtm: '5' } },
  },
  geo: { line: 'GET /v1/geo', source: '4.5', query: [] },
  plan: { line: 'GET /v1/payment/plans/:plan_name', source: '4.5', query: [], answer: exampleOf('plan') },
}

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]

test('the table has the documented endpoints, all and no more', () => {
  expect(Object.keys(endpoints).toSorted()).toEqual(NAMES.toSorted())
})

describe.each(NAMES)('%s', (name) => {
  const { line, source, query, body, answer } = ENDPOINTS[name]
  const endpoint = endpoints[name]
  const documented: Field<unknown>['documented'] = endpoint.answer.documented
  const accepts = (value: unknown) => documented.safeParse(value).success

  test('has the documented method, path and parameters', () => {
    expect(`${endpoint.method} ${endpoint.path}`).toBe(line)
    expect(endpoint.query).toEqual(query)
    expect(endpoint.source.split(', ')[0]).toBe(source)
  })

  test('takes the documented body, and none without one of its parts', () => {
    const schema = 'body' in endpoint ? endpoint.body : undefined
    expect(schema === undefined).toBe(body === undefined)
    if (!schema) return
    expect(schema.safeParse(body)).toEqual({ success: true, data: body })
    expect(schema.safeParse({}).success).toBe(false)
  })

  test('the documented reading takes the documented answer, and none with a part less or more', () => {
    if (answer === undefined) {
      for (const any of [{}, [], null, 'text', 1]) expect(accepts(any)).toBe(true)
      return
    }
    expect(documented.safeParse(answer)).toEqual({ success: true, data: answer })
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return
    expect(accepts({ ...answer, added: 1 })).toBe(false)
    for (const part of Object.keys(answer))
      expect(accepts({ ...answer, [part]: undefined }), part).toBe(false)
    if (!('meta' in answer) || typeof answer.meta !== 'object') return
    expect(accepts({ ...answer, meta: { ...answer.meta, added: 1 } })).toBe(false)
    for (const part of Object.keys(answer.meta ?? {}))
      expect(accepts({ ...answer, meta: { ...answer.meta, [part]: undefined } }), `meta.${part}`).toBe(false)
  })
})

test('sections decide what an agency account may call directly (5.5, 5.6)', () => {
  const sections = Object.fromEntries(NAMES.map((name) => [name, endpoints[name].section]))
  expect(sections).toEqual({
    sign_in: 'users',
    agency: 'agency',
    update_agency: 'agency',
    all_calls: 'calls',
    object_calls: 'calls',
    call: 'calls',
    objects: 'objects',
    object: 'objects',
    object_filters: 'objects',
    script_config: 'objects',
    geo: 'geo',
    plan: 'payment',
  })
})

describe('filters and orders of the call lists (4.3, 4.4)', () => {
  test('parameters', () => {
    expect(CALL_FILTERS).toEqual(FILTERS)
  })
  test('values', () => {
    expect(PERIODS).toEqual(['day', 'week', 'month', 'year', 'all', 'custom'])
    expect(ORDER_FIELDS).toEqual(['source', 'uri', 'from', 'duration', 'status', 'title', 'service'])
    expect(ORDER_WAYS).toEqual(['ASC', 'DESC'])
    expect(DURATION_FILTERS).toEqual(['lt30s', 'f30t60s', 'f1t5m', 'f5t10m', 'gt10m', 'gt1m', 'gt30s'])
  })
  test('the object list takes the status codes 1 to 5 (4.2, 3.1)', () => {
    const accepted = ['0', '1', '2', '3', '4', '5', '6', '', 'active'].filter(
      (value) => objectStatusFilter.safeParse(value).success,
    )
    expect(accepted).toEqual(['1', '2', '3', '4', '5'])
  })
})

describe('codes', () => {
  test('object states (3.1)', () => {
    expect(OBJECT_STATUS).toEqual({ pending: 1, check: 2, active: 3, disabled: 4, deleted: 5 })
  })
  test('call statuses (3.2): the documented names, and names of our own for 9, 10 and 15', () => {
    const { chat, callback, second_chat, ...named } = CALL_STATUS
    expect(named).toEqual({
      cancel: 1,
      answer: 2,
      noanswer: 3,
      busy: 4,
      congestion: 5,
      chanunavail: 6,
      tmp_unavailable: 7,
      catch_form: 8,
      sms_incoming: 11,
      sms_forward: 12,
      feedback: 13,
      widget_form: 14,
      email_incoming: 16,
      user_call: 17,
    })
    expect([chat, callback, second_chat]).toEqual([9, 10, 15])
    expect(CALL_STATUSES).toHaveLength(17)
  })
  test('call types and roles (2.1, 2.5)', () => {
    expect(CALL_TYPE).toEqual({ COMMON: 1, REPEATED: 2 })
    expect(ROLES).toEqual(['CLIENT', 'AGENCY_CLIENT'])
  })
  test('script options (2.2)', () => {
    expect(SCRIPT_OPTION).toEqual({ last_source: 0, type_in: 1, referrer: 2, utm: 3, block_id: 4, gtm: 5 })
  })
})

describe('errors and limits', () => {
  test('error codes with the documented status, 400 where none is mapped (7, G13)', () => {
    expect(ERROR_STATUS).toEqual({
      unauthorized: 401,
      access_denied: 403,
      not_found: 404,
      unknown_error: 500,
      invalid_json: 400,
      invalid_request: 400,
    })
    expect(ERROR_CODES.toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted())
  })
  test('`error` is a string or a map of strings (7)', () => {
    const bodies = [
      { error: 'not_found' },
      { error: { limit: 'must be 1 to 100' } },
      { error: {} },
      { error: 7 },
      {},
    ]
    expect(bodies.map((body) => errorBody.safeParse(body).success)).toEqual([true, true, true, false, false])
  })
  test('limits of v1 lists (8)', () => {
    expect(V1_LIMIT).toEqual({ min: 1, max: 100, default: 20 })
    expect(V1_OFFSET_DEFAULT).toBe(0)
  })
})
