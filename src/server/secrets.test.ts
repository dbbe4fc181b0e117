import { expect, test } from 'vitest'
import { CLIENT_OWNED_SECTIONS, pathOf, type Endpoint } from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { cookieOf, createHarness, EMAIL, json, KEY, PASSWORD, signedInUser } from './testing.ts'

/** Every call of the table through `/api`, as a manager of client 7. */
const ROUTES = Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) => {
  const path = pathOf(endpoint, { oid: 'site', call_id: '1', plan_name: 'basic' })
  const prefixed = pathOf(endpoint, { oid: 'site', call_id: '1', plan_name: 'basic' }, '7')
  return [path, ...(CLIENT_OWNED_SECTIONS.has(endpoint.section) ? [prefixed] : [])].map((each) => ({
    name,
    method: endpoint.method,
    path: each,
  }))
})
const BODIES: Readonly<Record<string, unknown>> = {
  sign_in: { user: { email: EMAIL, password: PASSWORD } },
  update_agency: { agency: { name: 'N', domain: 'n.ru', phone_number: '', is_active: true } },
  script_config: { script_config: { utm: '3' } },
}

const secrets = () => ({
  api_key: 'CANARY',
  auth_token: 'CANARY',
  authToken: 'CANARY',
  password: 'CANARY',
  password_digest: 'CANARY',
  webhook_secret: { is: 'CANARY' },
})
const planted = () => ({ ...secrets(), list: [{ ...secrets(), deep: [[secrets()]] }], harmless: 'kept' })

test.each(ROUTES)('no-secret-fields-out: $method $path', async ({ name, method, path }) => {
  const { send, handlers } = await createHarness()
  const clients = [{ ...planted(), id: 7, email: 'c@example.com', auth_token: 'CLIENT_CANARY' }]
  const agency = [{ agency: { ...planted(), clients } }]
  handlers['POST /v2/users/sign_in'] = () =>
    json({
      ...planted(),
      user: { ...signedInUser({ is_agency_manager: true }).user, ...secrets(), api_key: KEY },
    })
  handlers['GET /v2/agency'] = () => json(agency)
  const signedIn = await send('/api/v2/users/sign_in', {
    method: 'POST',
    body: JSON.stringify(BODIES['sign_in']),
  })
  const ask = async () => {
    const response = await send(`/api${path}`, {
      method,
      cookie: cookieOf(signedIn),
      ...(name in BODIES && { body: JSON.stringify(BODIES[name]) }),
    })
    return { status: response.status, text: JSON.stringify([...response.headers]) + (await response.text()) }
  }

  if (name !== 'sign_in' && name !== 'agency') handlers[`${method} ${path}`] = () => json(planted())
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(answer.text).not.toMatch(/CANARY/)
  if (name !== 'sign_in') expect(answer.text).toContain('kept')

  // G13: the error map of a refused write is passed on.
  if (name === 'sign_in') return
  handlers[`${method} ${path}`] = () =>
    json({ ...planted(), error: { api_key: 'CANARY', auth_token: 'CANARY', name: 'kept' } }, 422)
  const refused = await ask()
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('kept')
  expect(refused.text).not.toMatch(/CANARY/)
})
