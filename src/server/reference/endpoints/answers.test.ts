import { describe, expect, it } from 'vitest'
import { EMPTY_FILTER_LABEL } from '#/contract/call-filters.ts'
import { CALL_STATUS, CALL_STATUSES } from '#/contract/codes.ts'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import { TEST_PASSWORD, PUBLIC_URL } from '../testing/rows.ts'
import {
  type TestRequest,
  documentedAnswer,
  openFixture,
  readAnswer,
  sharedService,
} from '../testing/fixture.ts'

// Without G3's client id every answer is exactly as documented.
const { ask } = sharedService(openFixture, { clientIds: false })

const answerOf = (name: EndpointName, path: string, request?: TestRequest) =>
  documentedAnswer(ask, name, path, request)
const read = (path: string, request?: TestRequest) => readAnswer(ask, path, request)

describe('every endpoint answers as documented', () => {
  const signIn = { user: { email: 'Marketer@example.com ', password: TEST_PASSWORD } }

  it('sign_in, without a key', async () => {
    const response = await ask('/v2/users/sign_in', { method: 'POST', body: signIn })
    const { user } = endpoints.sign_in.answer.documented.parse(await response.json())
    expect(user).toMatchObject({
      email: 'marketer@example.com',
      api_key: 'key-marketer',
      agency: '',
      is_agency_manager: false,
      roles: [{ name: 'CLIENT' }],
    })
    expect(user.objs.map(({ oid }) => oid)).toEqual(['oid-1', 'oid-2'])
  })

  it.each([
    ['manager', true, 'First', ['AGENCY_MANAGER']],
    ['client', false, 'First', ['AGENCY_CLIENT']],
  ] as const)('sign_in of a %s names the agency', async (name, is_agency_manager, agency, roles) => {
    const body = { user: { email: `${name}@example.com`, password: TEST_PASSWORD } }
    const response = await ask('/v2/users/sign_in', { method: 'POST', body })
    const { user } = endpoints.sign_in.answer.documented.parse(await response.json())
    expect(user).toMatchObject({ is_agency_manager, agency })
    expect(user.roles.map((role) => role.name)).toEqual(roles)
  })

  it('agency', async () => {
    expect(await answerOf('agency', '/v2/agency', { as: 'manager' })).toMatchObject([
      {
        agency: {
          name: 'First',
          phone_number: null,
          is_active: true,
          clients: [
            { email: 'client@example.com', auth_token: 'key-client', objects_count: 1, calls_count: 1 },
            {
              email: 'emptyclient@example.com',
              statistics_only: true,
              hidden_fields: ['managers'],
              objects_count: 0,
            },
          ],
        },
      },
    ])
  })

  it('objects, without the deleted one', async () => {
    const answer = await answerOf('objects', '/v2/objs/')
    expect(answer).toMatchObject({
      objs: [
        { oid: 'oid-1', status: 'active', calls_count: 45, script_config: ['last_source', 'utm'] },
        { oid: 'oid-2', status: 'pending', calls_count: 2 },
      ],
      meta: {
        pagination: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 2 },
      },
    })
  })

  it.each([
    ['2', []],
    ['3', ['oid-1']],
    ['5', ['oid-3']],
  ])('objects of status %s', async (status, oids) => {
    const { body } = await read(`/v2/objs?status=${status}`)
    expect(body.objs.map(({ oid }: { oid: string }) => oid)).toEqual(oids)
  })

  it('object, by oid and by alias', async () => {
    const answer = await answerOf('object', '/v2/objs/oid-1')
    expect(answer).toMatchObject({
      obj: {
        title: 'Object 1',
        script_config_possible_values: {
          last_source: 0,
          type_in: 1,
          referrer: 2,
          utm: 3,
          block_id: 4,
          gtm: 5,
        },
      },
    })
    expect(await answerOf('object', '/v2/objs/alias-1')).toEqual(answer)
  })

  it('object_filters, each array opened by the empty pair', async () => {
    const answer = endpoints.object_filters.answer.documented.parse(
      await answerOf('object_filters', '/v2/objs/oid-1/filters'),
    )
    for (const pairs of Object.values(answer)) expect(pairs[0]).toEqual([EMPTY_FILTER_LABEL, null])
    const codes = (pairs: readonly (readonly [string, string | number | null])[]) =>
      pairs.slice(1).map(([, code]) => code)
    expect(codes(answer.sources)).toEqual(['TYPEIN', 'UTM', 'REFERRER', 'SEARCH_ADS'])
    expect(answer.sources.at(-1)).toEqual(['Search ads', 'SEARCH_ADS'])
    expect(codes(answer.durations)).toEqual(['lt30s', 'f30t60s', 'f1t5m', 'f5t10m', 'gt10m', 'gt1m', 'gt30s'])
    expect(codes(answer.call_statuses)).toEqual([
      ...CALL_STATUSES.filter((name) => name !== 'user_call').map((name) => name.toUpperCase()),
      501,
      502,
    ])
  })

  it('all_calls, with the objects that occur in the page', async () => {
    const answer = await answerOf('all_calls', '/v2/calls?status_filter=501')
    expect(answer).toMatchObject({ calls: [{ id: 1 }], meta: { obj: [{ oid: 'oid-1' }] } })
    expect(await answerOf('all_calls', '/v2/calls')).toMatchObject({
      meta: { pagination: { total_objects: 47, total_pages: 3, next_page: 2 } },
    })
  })

  it('object_calls, every field of the document', async () => {
    const answer = await answerOf('object_calls', '/v2/objs/oid-1/calls?status_filter=501')
    expect(answer).toMatchObject({
      calls: [
        {
          id: 1,
          obj_oid: 'oid-1',
          date: '2026-11-20T14:02:00+03:00',
          call_type: { id: 2, name: 'REPEATED' },
          record_url: `${PUBLIC_URL}/v2/recordings/oid-1/1.wav`,
          custom_status: { id: 501, name: 'Hot', color: '#f00' },
          customer_status: { customer_id: 2, company: '{"name":"Acme"}' },
          source: { title: 'Search ads', url: 'https://search.example.com' },
          service_logo_url: `${PUBLIC_URL}/v2/logos/3.svg`,
          comments: [{ comment: 'first' }, { comment: 'second' }],
          target: true,
          messages: 'Hello',
          managers: 'Anna',
        },
      ],
      meta: { obj: { oid: 'oid-1' }, statuses: CALL_STATUS },
    })
    const { services } = endpoints.object_calls.answer.documented.parse(answer).meta
    expect(services.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('call, without the five list-only fields', async () => {
    const answer = await answerOf('call', '/v2/objs/oid-1/calls/1')
    expect(answer).toMatchObject({ call: { id: 1, target: true, comments: [{ id: 1 }, { id: 2 }] } })
  })

  it('call with nothing but what may not be null, on a clock west of UTC', async () => {
    expect(await answerOf('call', '/v2/objs/oid-2/calls/101')).toMatchObject({
      call: {
        date: '2026-11-20T03:52:00-05:30',
        source: null,
        custom_status: null,
        record_url: null,
        target: null,
      },
    })
  })

  it('geo', () => answerOf('geo', '/v1/geo'))

  it('plan, bare', async () => {
    expect(await answerOf('plan', '/v1/payment/plans/basic')).toMatchObject({ name: 'basic' })
  })
})

describe('meta is where it is documented and nowhere else', () => {
  it.each([
    ['/v2/calls', ['obj', 'pagination']],
    ['/v2/objs/oid-1/calls', ['obj', 'statuses', 'services', 'pagination']],
    ['/v2/objs/oid-1/calls/1', ['obj', 'statuses', 'services']],
    ['/v2/objs/', ['pagination']],
    ['/v2/objs/oid-1', undefined],
    ['/v2/objs/oid-1/filters', undefined],
    ['/v1/geo', undefined],
    ['/v1/payment/plans/basic', undefined],
  ])('%s', async (path, keys) => {
    const { meta } = (await read(path)).body
    expect(meta && Object.keys(meta)).toEqual(keys)
  })
})
