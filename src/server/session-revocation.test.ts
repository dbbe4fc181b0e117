import { expect, test } from 'vitest'
import { DAY_MS, dayNumber } from '#/contract/day.ts'
import { createApp, type App } from './app.ts'
import { openTestStore } from './archive/archive-testing.ts'
import { pageOfContacts } from './archive/fake-service-testing.ts'
import type { News } from './database/news.ts'
import { createHarness, EMAIL, json, PAGE_HEADERS, signedInUser } from './testing.ts'

const JOB = {
  oid: null,
  days: { first: dayNumber('2026-11-10'), last: dayNumber('2026-11-12') },
  comparedDays: null,
}
const contacts = Array.from({ length: 60 }, (_, nth) => ({
  oid: 'site',
  id: nth + 1,
  day: dayNumber('2026-11-10') + (nth % 3),
  minute: nth,
  note: 'x',
}))

/** Stands in for PostgreSQL's messages between servers. */
const createChannel = () => {
  const members: Parameters<News['subscribe']>[] = []
  return {
    join: (): News => {
      let own: Parameters<News['subscribe']> | null = null
      return {
        publish: (text) => {
          for (const member of members) if (member !== own) member[0](text)
        },
        subscribe: (...listeners) => {
          own = listeners
          members.push(listeners)
        },
        close: async () => undefined,
      }
    },
    miss: () => {
      for (const [, onMissed] of members) onMissed()
    },
  }
}

/** Two servers on one database and archive; the service holds back the second page of contacts until the gate opens. */
const withServers = async (own: Record<string, unknown> = {}) => {
  const channel = createChannel()
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store, news: channel.join() })
  const other = createApp({ ...harness.options, news: channel.join() })
  const gate = Promise.withResolvers<void>()
  const calls = { requests: 0 }
  harness.handlers['POST /v2/users/sign_in'] = () => json(signedInUser(own))
  const answer = async (request: Request) => {
    if (++calls.requests > 1) await gate.promise
    return json(pageOfContacts(contacts, new URL(request.url).searchParams))
  }
  harness.handlers['GET /v2/calls'] = answer
  harness.handlers['GET /v2/clients/1/calls'] = answer
  const at = (app: App, path: string, cookie: string, body?: object) =>
    app.fetch(
      new Request(`${harness.options.config.publicUrl}${path}`, {
        headers: { ...PAGE_HEADERS, cookie },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
      {
        incoming: { socket: { remoteAddress: '198.51.100.7' }, headersDistinct: {} },
      },
    )
  /** A page of the other server follows a reading that waits at the gate. */
  const follow = async (path: string, cookie: string) => {
    const response = await at(other, path, cookie, JOB)
    expect(response.status).toBe(200)
    await expect.poll(() => calls.requests).toBeGreaterThan(1)
    const untilRefused = async () => {
      for (let answer = response; ;) {
        const { version } = (await answer.json()) as { version: string }
        answer = await at(other, path, cookie, { ...JOB, after: version })
        if (answer.status !== 200) return answer.status
      }
    }
    return { refused: untilRefused() }
  }
  return { ...harness, at, other, channel, gate, calls, follow }
}

test('who signs out at one server is out at all: what the other one answers ends, and it reads no further', async () => {
  const { send, enter, follow, at, other, gate, calls } = await withServers()
  const cookie = await enter()
  const sending = await follow('/api/figures/reading', cookie)
  expect((await send('/api/session', { cookie, method: 'DELETE' })).status).toBe(204)
  // The service has not answered yet, so only the message can have ended it.
  expect(await sending.refused).toBe(401)
  expect((await at(other, '/api/v2/objs/', cookie)).status).toBe(401)
  gate.resolve()
  await other.archive?.settled()
  // Only requests already in flight; the whole list has twelve pages.
  expect(calls.requests).toBeLessThan(10)
})

test('a client that was withdrawn is closed at all servers as soon as one of them is refused', async () => {
  const harness = await withServers({ is_agency_manager: true })
  const { send, enter, handlers, follow, at, other } = harness
  handlers['GET /v2/agency'] = () => json([{ agency: { clients: [{ id: 1, email: EMAIL }] } }])
  handlers['GET /v2/clients/1/objs/'] = () => json({ objs: [], meta: { pagination: {} } })
  const cookie = await enter()
  const path = '/api/clients/1/figures/reading'
  const sending = await follow(path, cookie)
  handlers['GET /v2/clients/1/objs/'] = () => json({ error: 'access_denied' }, 403)
  expect((await send('/api/v2/clients/1/objs/', { cookie })).status).toBe(403)
  expect(await sending.refused).toBe(403)
  // Its cached list still names the client; the service refuses it.
  expect((await at(other, path, cookie, JOB)).status).toBe(403)
})

test('what is open for a session that has expired is closed', async () => {
  const { enter, follow, other, pass } = await withServers()
  const cookie = await enter()
  const sending = await follow('/api/figures/reading', cookie)
  await other.endClosedSessions()
  pass(DAY_MS)
  await other.endClosedSessions()
  expect(await sending.refused).toBe(401)
})

test('who may have missed that a session ended looks it up', async () => {
  const { enter, follow, options, channel } = await withServers()
  const cookie = await enter()
  const sending = await follow('/api/figures/reading', cookie)
  const [session] = await options.sessions.all()
  // Ended by a server whose message was missed.
  await options.sessions.end(session!.idHash)
  channel.miss()
  expect(await sending.refused).toBe(401)
})
