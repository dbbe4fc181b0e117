import { describe, expect, it, vi } from 'vitest'
import { createReferenceService } from './api.ts'
import { SERVICES } from './services.ts'
import { TEST_ACCOUNTS, PUBLIC_URL } from './testing/rows.ts'
import { type TestRequest, createSender, openFixture, readAnswer, sharedService } from './testing/fixture.ts'

const { ask, database } = sharedService()

const read = (path: string, request?: TestRequest) => readAnswer(ask, path, request)

describe('errors of section 7', () => {
  it.each([
    'GET /v2/objs/nothing',
    'GET /v2/objs/oid-3',
    'GET /v2/objs/alias-3',
    'GET /v2/objs/oid-4',
    'GET /v2/objs/oid-3/calls',
    'GET /v2/objs/oid-3/calls/103',
    'GET /v2/objs/oid-4/calls/104',
    'GET /v2/objs/oid-4/filters',
    'GET /v2/objs/alias-1/calls',
    'GET /v2/objs/oid-1/calls/101',
    'GET /v2/objs/oid-1/calls/0x1',
    'GET /v2/objs/oid-1/calls/9999999999999999999',
    'GET /v2/objs/%2e%2e',
    'GET /v2/objs/%zz',
    'GET /v2/objs/oid-1%2fcalls',
    'GET /v1/payment/plans/free',
    'GET /v1/payment/plans',
    'GET /v2/nonsense',
    'POST /v2/nonsense',
    'GET /v2/objs/oid-1/nonsense',
    'GET /v3/objs',
    'GET /v1',
  ])('404 not_found: %s', async (line) => {
    const [method = '', path = ''] = line.split(' ')
    expect(await read(path, { method })).toEqual({ status: 404, body: { error: 'not_found' } })
  })

  it.each([
    'DELETE /v2/objs/oid-1',
    'PUT /v2/objs/oid-1',
    'POST /v2/objs/oid-1/nonsense',
    'POST /v2/calls',
    'GET /v2/objs/oid-1/script_config',
    'GET /v2/users/sign_in',
    'DELETE /v2/agency',
    'POST /v1/objects',
    'DELETE /v1/payment/plans/basic',
  ])('400 invalid_request: %s', async (line) => {
    const [method = '', path = ''] = line.split(' ')
    expect(await read(path, { method })).toEqual({ status: 400, body: { error: 'invalid_request' } })
  })

  it.each(['{', '', 'undefined'])('400 invalid_json: "%s"', async (body) => {
    const invalid = { status: 400, body: { error: 'invalid_json' } }
    expect(await read('/v2/objs/oid-1/script_config', { method: 'POST', body })).toEqual(invalid)
    expect(await read('/v2/users/sign_in', { method: 'POST', body })).toEqual(invalid)
    expect(await read('/v2/agency', { as: 'manager', method: 'PUT', body })).toEqual(invalid)
  })

  it('400 for a body over 64 KiB', async () => {
    const body = JSON.stringify({ script_config: { gtm: '5'.repeat(64 * 1024) } })
    const refused = { status: 400, body: { error: { body: 'must be at most 65536 bytes' } } }
    expect(await read('/v2/objs/oid-1/script_config', { method: 'POST', body })).toEqual(refused)
    const headers = { 'Content-Length': String(body.length) }
    expect(await read('/v2/objs/oid-1/script_config', { method: 'POST', body, headers })).toEqual(refused)
  })

  it('400 with a map for wrong parameters; unknown ones are ignored', async () => {
    expect(await read('/v2/objs?status=6')).toEqual({
      status: 400,
      body: { error: { status: 'must be 1 to 5' } },
    })
    expect(await read('/v2/calls?target_filter=2')).toEqual({
      status: 400,
      body: { error: { target_filter: 'must be 1' } },
    })
    expect((await read('/v2/calls?colour=red')).status).toBe(200)
    expect((await read('/v2/calls?period=&page=')).status).toBe(200)
  })

  it('500 unknown_error when the database fails, its cause reported to onFailure only', async () => {
    const closed = await openFixture()
    await closed.destroy()
    const onFailure = vi.fn<(error: unknown) => void>()
    const response = await createSender(closed, { onFailure })('/v2/objs', { as: 'marketer' })
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'unknown_error' })
    expect(onFailure).toHaveBeenCalledOnce()
  })
})

it('takes the document’s paths with and without a slash at the end', async () => {
  for (const path of ['/v2/objs', '/v2/objs/', '/v2/objs/oid-1/', '/v2/calls/']) {
    expect((await read(path)).status).toBe(200)
  }
})

it('answers HEAD like GET, without a body', async () => {
  const response = await ask('/v2/objs', { as: 'marketer', method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
})

it('serves the logo of each service without a key', async () => {
  for (const { service_logo_url } of SERVICES) {
    const response = await ask(service_logo_url)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg /)
  }
  expect((await ask('/v2/logos/10.svg')).status).toBe(404)
})

it('uses the computer’s clock and client ids unless told otherwise', async () => {
  const service = createReferenceService({ database: database(), publicUrl: PUBLIC_URL })
  const response = await service.fetch(
    new Request(`${PUBLIC_URL}/v2/agency`, { headers: { 'X-AUTH-TOKEN': TEST_ACCOUNTS.manager.key } }),
  )
  const [{ agency }] = await response.json()
  expect(agency.clients.map(({ id }: { id: number }) => id)).toEqual([3, 4])
})
