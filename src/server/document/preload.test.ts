import { describe, expect, test } from 'vitest'
import { createHarness, EMAIL, json, KEY } from '#/server/testing.ts'

describe('the document brings along', () => {
  const documents = async (env: Record<string, string> = {}) => {
    const harness = await createHarness(env, {
      site: { build: 'b1', fetch: async (_request, preload) => json((await preload?.()) ?? null) },
    })
    const open = async (path: string, cookie?: string, site = 'none') =>
      (
        await harness.send(path, {
          ...(cookie !== undefined && { cookie }),
          headers: { 'sec-fetch-site': site, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
        })
      ).json()
    return { ...harness, open }
  }

  test('who is signed in, as the session’s own call says it, and what the page asks first', async () => {
    const { open, enter, send } = await documents()
    const cookie = await enter()
    const document = await open('/calls?period=week', cookie)
    expect(document).toEqual({
      path: '/calls',
      start: {
        session: await (await send('/api/session', { cookie })).json(),
        at: Date.parse('2026-11-20T14:03:00Z'),
      },
      requests: ['/api/v2/calls?period=week'],
    })
    expect(document.start.session.user.email).toBe(EMAIL)
    expect(JSON.stringify(document)).not.toContain(KEY)
    expect(await open('/', cookie)).toMatchObject({
      path: '/overview',
      requests: ['/api/archive/clocks', '/api/preferences'],
    })
  })

  test('that there is no session, where a cookie would have come', async () => {
    const { open } = await documents()
    expect(await open('/calls')).toMatchObject({
      path: '/sign-in',
      start: { session: { principal: null, user: null } },
      requests: [],
    })
    // The device cookie is no session either.
    expect(await open('/calls', 'callboard-language=ru; __Host-callboard-device=x')).toMatchObject({
      path: '/sign-in',
    })
  })

  test('nothing where it cannot be told: the page asks', async () => {
    const { open, enter, send, breakStorage } = await documents()
    // Cookies are not sent from another site; an invalid one has to be cleared.
    expect(await open('/calls', undefined, 'cross-site')).toBeNull()
    const cookie = await enter()
    await send('/api/session', { cookie, method: 'DELETE' })
    expect(await open('/calls', cookie)).toBeNull()
    const again = await enter()
    breakStorage('full')
    expect(await open('/calls', again)).not.toHaveProperty('error')
  })
})
