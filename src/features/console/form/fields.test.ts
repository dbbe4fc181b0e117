import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import { curlOf } from './curl.ts'
import { fieldsOf, readForm } from './fields.ts'

const NAMES = Object.keys(endpoints) as EndpointName[]
const NOBODY = { principal: 'p', client: null }

test('every parameter of the document is a field, entered by its kind', () => {
  const entries = Object.fromEntries(
    NAMES.map((name) => [
      name,
      fieldsOf(endpoints[name]).map(
        ({ id, entry, isRequired }) => `${id}${isRequired ? '*' : ''} ${entry.is}`,
      ),
    ]),
  )
  expect(entries).toEqual({
    sign_in: ['body.user.email* email', 'body.user.password* password'],
    agency: [],
    update_agency: [
      'body.agency.name* text',
      'body.agency.domain* text',
      'body.agency.phone_number text',
      'body.agency.is_active* boolean',
    ],
    all_calls: [
      'query.period choice',
      'query.date_from date',
      'query.date_to date',
      'query.source_filter text',
      'query.source_text_filter text',
      'query.target_filter flag',
      'query.repeated_filter flag',
      'query.uri_filter text',
      'query.from_filter text',
      'query.duration_filter choice',
      'query.status_filter text',
      'query.order_field choice',
      'query.order_way choice',
      'query.page digits',
    ],
    object_calls: expect.arrayContaining(['path.oid* text', 'query.period choice', 'query.page digits']),
    call: ['path.oid* text', 'path.call_id* digits'],
    objects: ['query.status choice', 'query.page digits'],
    object: ['path.oid* text'],
    object_filters: ['path.oid* text'],
    script_config: ['path.oid* text', 'body.script_config* json'],
    geo: [],
    plan: ['path.plan_name* text'],
  })
})

describe('what was typed becomes the request', () => {
  test('values in their places, in their types', () => {
    expect(
      readForm(endpoints.object_calls, { 'path.oid': ' a1 ', 'query.period': 'week', 'query.page': '2' }),
    ).toEqual({ problems: null, request: { values: { oid: 'a1' }, query: { period: 'week', page: '2' } } })
    expect(
      readForm(endpoints.update_agency, {
        'body.agency.name': 'A',
        'body.agency.domain': 'a.example',
        'body.agency.is_active': 'true',
      }).request?.body,
    ).toEqual({ agency: { name: 'A', domain: 'a.example', phone_number: null, is_active: true } })
    expect(
      readForm(endpoints.script_config, {
        'path.oid': 'a',
        'body.script_config': '{"utm":"3"}',
      }).request?.body,
    ).toEqual({ script_config: { utm: '3' } })
  })

  test('what is wrong is told at its field, all at once', () => {
    expect(readForm(endpoints.call, { 'path.call_id': '12a' }).problems).toEqual({
      'path.oid': 'required',
      'path.call_id': 'value',
    })
    expect(
      readForm(endpoints.all_calls, { 'query.date_from': '2026-02-30', 'query.page': '0' }).problems,
    ).toEqual({
      'query.date_from': 'value',
      'query.page': 'value',
    })
    expect(
      readForm(endpoints.script_config, { 'path.oid': 'a', 'body.script_config': '{' }).problems,
    ).toEqual({
      'body.script_config': 'json',
    })
    expect(
      readForm(endpoints.script_config, { 'path.oid': 'a', 'body.script_config': '{"utm":3}' }).problems,
    ).toEqual({ 'body.script_config': 'value' })
  })

  test('whatever is typed, what is sent is what the endpoint takes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.array(fc.string({ unit: 'binary' })), (name, typed) => {
        const fields = fieldsOf(endpoints[name])
        const draft = Object.fromEntries(fields.map(({ id }, index) => [id, typed[index] ?? '']))
        const { request, problems } = readForm(endpoints[name], draft)
        if (request === null) {
          expect(Object.keys(problems).length).toBeGreaterThan(0)
          return
        }
        const endpoint = endpoints[name]
        if ('body' in endpoint) expect(endpoint.body.safeParse(request.body).success).toBe(true)
      }),
    )
  })
})

describe('curl', () => {
  test('the documented request, the key left to who runs it', () => {
    const { request } = readForm(endpoints.object_calls, { 'path.oid': "o'1", 'query.period': 'week' })
    expect(curlOf(endpoints.object_calls, request!, NOBODY)).toBe(
      `curl "$API_URL"'/v2/objs/o'\\''1/calls?period=week' \\\n  -u "$API_KEY:" \\\n  -H 'Content-Type: application/json'`,
    )
    expect(curlOf(endpoints.object_calls, request!, { ...NOBODY, client: 'c1' })).toContain(
      `"$API_URL"/v2/clients/"$CLIENT_ID"'/objs/`,
    )
    expect(curlOf(endpoints.agency, { values: {}, query: {} }, { ...NOBODY, client: 'c1' })).not.toContain(
      'CLIENT',
    )
  })

  test('a password is in no command', () => {
    const { request } = readForm(endpoints.sign_in, {
      'body.user.email': 'a@example.org',
      'body.user.password': 'canary-77',
    })
    const command = curlOf(endpoints.sign_in, request!, NOBODY)
    expect(command).toContain(`--data-raw '{"user":{"email":"a@example.org","password":"<PASSWORD>"}}'`)
    expect(command).not.toContain('canary-77')
    expect(command).not.toContain('API_KEY')
  })
})
