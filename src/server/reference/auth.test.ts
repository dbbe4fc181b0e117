import { scrypt } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from './auth.ts'
import { TEST_ACCOUNTS, TEST_PASSWORD } from './testing/rows.ts'
import { createSender, basic, type TestRequest, sharedService } from './testing/fixture.ts'

vi.mock('node:crypto', async (actual) => {
  const crypto = await actual<typeof import('node:crypto')>()
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) }
})

const { ask, database } = sharedService()

const read = async (path: string, request: TestRequest = {}) => {
  const response = await ask(path, request)
  return { status: response.status, body: await response.json() }
}
const UNAUTHORIZED = { status: 401, body: { error: 'unauthorized' } }
const DENIED = { status: 403, body: { error: 'access_denied' } }
const NOT_FOUND = { status: 404, body: { error: 'not_found' } }

describe('passwords', () => {
  it('verifies what was hashed, and says how it was', async () => {
    const hash = await hashPassword('пароль é')
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/)
    expect(await verifyPassword('пароль é', hash)).toBe(true)
    expect(await verifyPassword('пароль e', hash)).toBe(false)
    expect(await hashPassword('пароль é')).not.toBe(hash)
  })

  it('verifies a hash made with other parameters', async () => {
    // RFC 7914, 12: password "password", salt "NaCl", N 1024, r 8, p 16, the first 32 bytes.
    const key = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex')
    const hash = `$scrypt$ln=10,r=8,p=16$${btoa('NaCl')}$${key.toString('base64')}`
    expect(await verifyPassword('password', hash)).toBe(true)
  })

  it.each(['', 'password', '$scrypt$', '$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA'])(
    '"%s" matches nothing',
    async (hash) => {
      expect(await verifyPassword('password', hash)).toBe(false)
    },
  )
})

describe('keys', () => {
  const { key } = TEST_ACCOUNTS.marketer

  it.each([
    ['Basic', { Authorization: basic(key) }],
    ['X-AUTH-TOKEN', { 'X-AUTH-TOKEN': key }],
  ])('%s opens', async (_, headers) => {
    expect((await read('/v2/objs', { headers })).status).toBe(200)
  })

  it.each([
    ['none', {}],
    ['an empty Basic key', { Authorization: basic('') }],
    ['a wrong Basic key', { Authorization: basic('wrong') }],
    ['a Basic password', { Authorization: basic(key, 'x') }],
    ['Basic that is not base64', { Authorization: 'Basic %%%' }],
    ['Basic without a colon', { Authorization: `Basic ${btoa(key)}` }],
    ['another scheme', { Authorization: `Bearer ${key}` }],
    ['an empty token', { 'X-AUTH-TOKEN': '' }],
    ['a wrong token', { 'X-AUTH-TOKEN': 'wrong' }],
    ['a wrong Basic key beside a right token', { Authorization: basic('wrong'), 'X-AUTH-TOKEN': key }],
  ])('401 for %s, whatever is asked', async (_, headers) => {
    for (const path of ['/v2/objs', '/v2/agency', '/v1/geo', '/v2/nonsense', '/v2/recordings/oid-1/1.wav']) {
      expect(await read(path, { headers })).toEqual(UNAUTHORIZED)
    }
  })
})

describe('sign in', () => {
  const signIn = (email: string, password: string) =>
    read('/v2/users/sign_in', { method: 'POST', body: { user: { email, password } } })

  it('401 for a wrong password and an unknown e-mail', async () => {
    expect(await signIn('marketer@example.com', 'wrong')).toEqual(UNAUTHORIZED)
    expect(await signIn('nobody@example.com', TEST_PASSWORD)).toEqual(UNAUTHORIZED)
    expect(await signIn('', '')).toEqual(UNAUTHORIZED)
  })

  it('hashes as much for an unknown e-mail as for a wrong password, so that neither is told by its time', async () => {
    const hashes = async (email: string) => {
      vi.mocked(scrypt).mockClear()
      await signIn(email, 'wrong')
      return vi.mocked(scrypt).mock.calls.map(([password, salt, length, options]) => ({
        password,
        isSalted: (typeof salt === 'string' ? salt.length : salt.byteLength) > 0,
        length,
        options,
      }))
    }
    const known = await hashes('marketer@example.com')
    expect(known).toHaveLength(1)
    expect(await hashes('nobody@example.com')).toEqual(known)
  })

  it('400 with a map for a body without the fields', async () => {
    expect(await read('/v2/users/sign_in', { method: 'POST', body: { user: { email: 1 } } })).toEqual({
      status: 400,
      body: { error: { email: 'must be of type string', password: 'must be of type string' } },
    })
  })
})

describe('agency rules', () => {
  const OWNED = [
    '/v2/objs',
    '/v2/objs/oid-4',
    '/v2/objs/oid-4/filters',
    '/v2/calls',
    '/v2/objs/oid-4/calls',
    '/v2/objs/oid-4/calls/104',
    '/v1/objects',
    '/v1/calls',
    '/v1/payment/plans/basic',
  ]
  const prefixed = (path: string, client: number | string) =>
    path.replace(/^\/v\d/, (version) => `${version}/clients/${client}`)

  it.each(OWNED)('%s: 403 for a manager directly, 200 with the prefix', async (path) => {
    expect(await read(path, { as: 'manager' })).toEqual(DENIED)
    const { status, body } = await read(prefixed(path, TEST_ACCOUNTS.client.id), { as: 'manager' })
    expect(status).toBe(200)
    // The same answer as for the client's own key.
    expect((await read(path, { as: 'client' })).body).toEqual(body)
  })

  it('a write goes through the prefix only', async () => {
    const write = { as: 'manager', method: 'POST', body: { script_config: { gtm: '5' } } } as const
    expect(await read('/v2/objs/oid-4/script_config', write)).toEqual(DENIED)
    expect((await read('/v2/clients/3/objs/oid-4/script_config', write)).status).toBe(200)
    expect((await read('/v2/objs/oid-4', { as: 'client' })).body.obj.script_config).toEqual(['gtm'])
  })

  it.each([
    ['another agency’s client', TEST_ACCOUNTS.otherClient.id],
    ['an account of no agency', TEST_ACCOUNTS.marketer.id],
    ['the manager', TEST_ACCOUNTS.manager.id],
    ['nobody', 999],
    ['no number', 'client'],
    ['a huge number', '99999999999999999999'],
  ])('404 for the prefix of %s', async (_, client) => {
    for (const path of OWNED) {
      expect(await read(prefixed(path, client), { as: 'manager' })).toEqual(NOT_FOUND)
    }
  })

  it('a client’s prefix shows that client’s data and no others', async () => {
    expect((await read('/v2/clients/4/objs', { as: 'manager' })).body.objs).toEqual([])
    expect(await read('/v2/clients/4/objs/oid-4', { as: 'manager' })).toEqual(NOT_FOUND)
    expect(await read('/v2/clients/3/objs/oid-5', { as: 'manager' })).toEqual(NOT_FOUND)
  })

  it.each(['marketer', 'client'] as const)('403 for a %s on the agency and any prefix', async (as) => {
    expect(await read('/v2/agency', { as })).toEqual(DENIED)
    const agency = { name: 'x', domain: 'x', phone_number: 'x', is_active: true }
    expect(await read('/v2/agency', { as, method: 'PUT', body: { agency } })).toEqual(DENIED)
    for (const path of OWNED) expect(await read(prefixed(path, 3), { as })).toEqual(DENIED)
  })

  it('the prefix stands before Objects, Calls and Payment only', async () => {
    for (const path of ['/v2/clients/3/agency', '/v1/clients/3/geo', '/v2/clients/3', '/v2/clients']) {
      expect(await read(path, { as: 'manager' })).toEqual(NOT_FOUND)
    }
    expect((await read('/v1/geo', { as: 'manager' })).status).toBe(200)
  })

  it('a client record carries its id, or with client ids off does not (G3)', async () => {
    const clients = async (reply: Promise<Response>) => (await (await reply).json())[0].agency.clients
    expect(await clients(ask('/v2/agency', { as: 'manager' }))).toMatchObject([{ id: 3 }, { id: 4 }])
    const [first] = await clients(
      createSender(database(), { clientIds: false })('/v2/agency', { as: 'manager' }),
    )
    expect(first).not.toHaveProperty('id')
  })
})
