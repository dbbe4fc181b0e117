import { expect, test } from 'vitest'
import { directoryFrom } from '#/server/identity/directory.ts'
import { EMAIL, json } from '#/server/testing.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { UNTIL_NINE_MS, watchedAlert } from '#/server/alerts/watched-testing.ts'
import { DAY_MS } from '#/contract/day.ts'
import { noticeOfPause } from './notices.ts'

const TO = ['boss@example.com', 'second@example.com']

test('an access that the service refuses is told once to its person and to all who get what it made, and alerts say that they stand still', async () => {
  const world = await watchedAlert({})
  const { handlers, caught, after, tick, send, enter } = world
  const refused = () => json({ error: 'unauthorized' }, 401)
  const [calls, objects] = [handlers['GET /v2/calls']!, handlers['GET /v2/objs/']!]
  handlers['GET /v2/calls'] = refused
  handlers['GET /v2/objs/'] = refused
  await after(UNTIL_NINE_MS)
  await tick()
  await tick()
  expect(caught.map(({ to }) => to[0])).toEqual([EMAIL, ...TO])
  const { headers, parts } = readMail(caught[0]!.raw)
  expect(headers['subject']).toBe(`Alerts and reports set up by ${EMAIL} are paused`)
  expect(parts[0]?.text).toContain('the call-tracking service refuses it')
  handlers['GET /v2/calls'] = calls
  handlers['GET /v2/objs/'] = objects
  expect((await world.listed()).stalled).toEqual([{ alert: world.alert.id, reason: 'standing_ended' }])
  // No more attempts, and no more notices.
  await after(DAY_MS)
  expect(caught).toHaveLength(3)
  await send('/api/standing', { method: 'PUT', cookie: await enter(), body: '{}' })
  expect((await world.listed()).stalled).toEqual([])
})

test('what its user has ended is not told of', async () => {
  const { after, caught, send, cookie, tick } = await watchedAlert({})
  await send('/api/standing', { method: 'DELETE', cookie })
  await after(UNTIL_NINE_MS)
  await tick()
  expect(caught).toEqual([])
})

test('who has lost the client is told with the administrators, and those who get the mails are not', async () => {
  const directory = directoryFrom(
    JSON.stringify({ users: { 'root@example.com': { rights: ['administer'] } } }),
  )
  const world = await watchedAlert({}, { overrides: { directory } })
  const { options, tick, caught, database } = world
  const { id } = await database.selectFrom('schedules').select('id').executeTakeFirstOrThrow()
  const schedule = await options.schedules.find(id)
  const report = noticeOfPause({
    ...options,
    mailer: async () => undefined,
    addressedOf: async () => ({ to: TO, language: 'en' }),
  })
  await report(schedule!, 'client_forbidden')
  // The person's next schedule fails for the same reason.
  await report(schedule!, 'client_forbidden')
  await tick()
  expect(caught.map(({ to }) => to[0])).toEqual([EMAIL, 'root@example.com'])
  expect(readMail(caught[0]!.raw).parts[0]?.text).toContain(`${EMAIL} no longer has the client`)
})
