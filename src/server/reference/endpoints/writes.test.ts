import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EndpointName } from '#/contract/endpoints.ts'
import type { ReferenceDatabase } from '../schema.ts'
import {
  type TestRequest,
  createSender,
  documentedAnswer,
  openFixture,
  readAnswer,
} from '../testing/fixture.ts'

let database: ReferenceDatabase
let ask: ReturnType<typeof createSender>
beforeEach(async () => {
  database = await openFixture()
  // Without G3's client id every answer is exactly as documented.
  ask = createSender(database, { clientIds: false })
})
afterEach(() => database.destroy())

const answerOf = (name: EndpointName, path: string, request?: TestRequest) =>
  documentedAnswer(ask, name, path, request)
const read = (path: string, request?: TestRequest) => readAnswer(ask, path, request)

describe('writes persist', () => {
  it('update_agency', async () => {
    const agency = { name: 'Третье', domain: 'third.example', phone_number: '7812', is_active: false }
    const answer = await answerOf('update_agency', '/v2/agency', { as: 'manager', body: { agency } })
    expect(answer).toMatchObject({ agency: { ...agency, clients: [{}, {}] } })
    expect(await answerOf('agency', '/v2/agency', { as: 'manager' })).toEqual([answer])
    expect(await answerOf('agency', '/v2/agency', { as: 'otherManager' })).toMatchObject([
      { agency: { name: 'Second' } },
    ])
  })

  it('update_agency takes back what agency gave, a phone number that is null too', async () => {
    await database.updateTable('agencies').set({ phone_number: null }).execute()
    const [{ agency }] = (await read('/v2/agency', { as: 'manager' })).body
    const { clients: _, ...given } = agency
    expect(given.phone_number).toBeNull()
    const answer = await answerOf('update_agency', '/v2/agency', { as: 'manager', body: { agency: given } })
    expect(answer).toEqual({ agency })
    const rows = await database.selectFrom('agencies').select('phone_number').execute()
    expect(rows.map(({ phone_number }) => phone_number)).toEqual([null, null])
  })

  it.each([
    [{}, { agency: 'must be of type object' }],
    [
      { agency: { name: 1, domain: 'd', is_active: 'yes' } },
      {
        name: 'must be of type string',
        phone_number: 'must be of type string',
        is_active: 'must be of type boolean',
      },
    ],
    [{ agency: { name: ' ', domain: '', phone_number: '', is_active: true } }, { name: 'must not be empty' }],
  ])('update_agency refuses %j', async (body, error) => {
    expect(await read('/v2/agency', { as: 'manager', method: 'PUT', body })).toEqual({
      status: 400,
      body: { error },
    })
  })

  it('script_config keeps exactly the options sent', async () => {
    const options = async () => (await read('/v2/objs/oid-1')).body.obj.script_config
    const body = { script_config: { gtm: '5', last_source: '0' } }
    expect(await answerOf('script_config', '/v2/objs/oid-1/script_config', { body })).toEqual({
      script_config: ['last_source', 'gtm'],
    })
    expect(await options()).toEqual(['last_source', 'gtm'])
    await answerOf('script_config', '/v2/objs/oid-1/script_config', { body: { script_config: {} } })
    expect(await options()).toEqual([])
  })

  it.each([
    [
      { script_config: { cookies: '6', toString: '1' } },
      { cookies: 'is not an option', toString: 'is not an option' },
    ],
    [{ script_config: { gtm: '4', utm: '3' } }, { gtm: 'must be "5"' }],
    [{ script_config: { gtm: 5 } }, { gtm: 'must be of type string' }],
    [{}, { script_config: 'must be of type record' }],
    [JSON.parse('{"script_config":{"__proto__":"1"}}'), JSON.parse('{"__proto__":"is no field"}')],
  ])('script_config refuses %j and keeps what was', async (body, error) => {
    expect(await read('/v2/objs/oid-1/script_config', { method: 'POST', body })).toEqual({
      status: 400,
      body: { error },
    })
    expect((await read('/v2/objs/oid-1')).body.obj.script_config).toEqual(['last_source', 'utm'])
  })
})
