import { afterEach, expect, test } from 'vitest'
import { alertsAnswer, savedAlert, type AlertRule } from '#/contract/alerts/alerts.ts'
import { DAY_MS, dayNumber, HOUR_MS } from '#/contract/day.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { smtpRefusal, startMailServer } from '#/server/mail/mail-server-testing.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { createHarness, json } from '#/server/testing.ts'
import type { SMTPServerOptions } from 'smtp-server'

const RULE: AlertRule = {
  kind: 'missed_rate',
  threshold: 20,
  min_calls: 20,
  readings: 1,
  clients: null,
  objects: null,
  to: ['boss@example.com', 'second@example.com'],
  webhook: null,
  at_most: 'daily',
  quiet: null,
  language: 'en',
  zone: 'Europe/Moscow',
  is_on: true,
}
/** By the harness's clock it is 17:03 in Moscow. */
const TODAY = dayNumber('2026-11-20')
const UNTIL_NINE_MS = 16 * HOUR_MS

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** @param bad days on which a third of the calls is missed, from today on */
const watched = async (
  rule: Partial<AlertRule>,
  {
    bad = [0],
    smtp = {},
    isAllowed = true,
  }: { bad?: number[]; smtp?: SMTPServerOptions | null; isAllowed?: boolean } = {},
) => {
  const mails = smtp && (await startMailServer(smtp))
  if (mails) open.push(mails.close)
  const { store } = await openTestStore()
  const harness = await createHarness(
    mails ? { SMTP_URL: mails.url, MAIL_FROM: 'callboard@example.com' } : {},
    { archive: store },
  )
  const contacts: ServiceContact[] = Array.from({ length: 70 }, (_, nth) => nth - 60).flatMap((ahead) =>
    Array.from({ length: 30 }, (__, nth) => ({
      id: (ahead + 100) * 100 + nth,
      oid: 'site',
      day: TODAY + ahead,
      minute: 600 + nth,
      note: 'x',
      status: bad.includes(ahead) && nth < 10 ? 7 : 2,
    })),
  )
  harness.handlers['GET /v2/calls'] = (request) => {
    const now = harness.options.now()
    const come = contacts.filter(({ day, minute }) => day * DAY_MS + (minute - 180) * 60_000 <= now)
    return json(pageOfContacts(come, new URL(request.url).searchParams))
  }
  const cookie = await harness.enter()
  if (isAllowed)
    expect((await harness.send('/api/standing', { method: 'PUT', cookie, body: '{}' })).status).toBe(200)
  const added = await harness.send('/api/alerts', {
    method: 'POST',
    cookie,
    body: JSON.stringify({ version: 0, rule: { ...RULE, ...rule } }),
  })
  const { alert } = savedAlert.parse(await added.json())
  const tick = () => harness.app.scheduler.tick()
  return {
    ...harness,
    cookie,
    alert,
    caught: mails?.caught ?? [],
    tick,
    /** Some time goes by, and what is due is done. */
    after: async (ms: number) => {
      harness.pass(ms)
      await tick()
    },
    listed: async () =>
      alertsAnswer.parse(await (await harness.send('/api/alerts', { cookie: await harness.enter() })).json()),
    runs: async () => {
      const rows = await harness.database.selectFrom('schedule_runs').selectAll().orderBy('due').execute()
      return rows.map(({ state, reason }) => [state, reason])
    },
  }
}

test('what an alert finds is told to each once, listed, and told again only after it has been well', async () => {
  const { after, tick, caught, listed } = await watched({}, { bad: [0, 1, 3] })
  await tick()
  expect(caught).toEqual([])
  await after(UNTIL_NINE_MS)
  await tick()
  expect(caught.map(({ to }) => to)).toEqual([['boss@example.com'], ['second@example.com']])
  const { headers, parts } = readMail(caught[0]!.raw)
  expect(headers['subject']).toMatch(/ missed 33\.3% of yesterday’s calls$/)
  expect(headers['list-unsubscribe']).toMatch(/^<http.*\/mail\/stop\/[\w-]+>$/)
  expect(parts.map(({ text }) => text.includes('10 of 30 calls on Friday, November 20'))).toEqual([
    true,
    true,
  ])
  const first = await listed()
  expect(first).toMatchObject({
    unseen: 1,
    runs: [{ kind: 'missed_rate', client: null, firings: [{ value: 10, of: 30 }] }],
    alerts: [{ fired_at: expect.any(Number), looked_at: expect.any(Number) }],
  })
  // The next day is as bad: it has been told.
  await after(DAY_MS)
  expect(caught).toHaveLength(2)
  // A good one, and a bad one.
  await after(DAY_MS)
  await after(DAY_MS)
  expect(caught).toHaveLength(4)
  expect((await listed()).runs).toHaveLength(2)
  // No callers' numbers, whatever the service says of them.
  expect(caught.map(({ raw }) => raw).join()).not.toMatch(/phone_number|\+7\d{10}/)
})

test('N in a row: told when it has been so often, and no sooner', async () => {
  const { after, caught } = await watched({ readings: 2, to: ['boss@example.com'] }, { bad: [0, 1, 3] })
  await after(UNTIL_NINE_MS)
  expect(caught).toEqual([])
  await after(DAY_MS)
  expect(caught).toHaveLength(1)
  await after(DAY_MS)
  await after(DAY_MS)
  expect(caught).toHaveLength(1)
})

test('a mailbox that refuses is said, and keeps nothing from the others, who get it once', async () => {
  const { after, tick, caught, runs } = await watched(
    {},
    {
      smtp: {
        onRcptTo: ({ address }, _, callback) =>
          callback(address.startsWith('second') ? smtpRefusal(451, 'come back later') : null),
      },
    },
  )
  await after(UNTIL_NINE_MS)
  expect(caught).toHaveLength(1)
  expect(await runs()).toEqual([['waiting', 'mail_put_off']])
  for (const minutes of [1, 5, 30, 180]) await after(minutes * 60_000)
  await tick()
  expect(caught).toHaveLength(1)
  expect(await runs()).toEqual([['failed', 'mail_put_off']])
})

test('whoever has stopped these mails gets none, also after the alert was changed', async () => {
  const { after, caught, options, alert, send, enter } = await watched({}, { bad: [0, 2] })
  await options.mailStops.stop({ schedule: alert.id, to: 'boss@example.com' })
  await after(UNTIL_NINE_MS)
  expect(caught.map(({ to }) => to)).toEqual([['second@example.com']])
  const changed = await send(`/api/alerts/${alert.id}`, {
    method: 'PUT',
    cookie: await enter(),
    body: JSON.stringify({ version: 1, rule: { ...RULE, quiet: { from: 60, to: 120 } } }),
  })
  expect(changed.status).toBe(200)
  await after(DAY_MS)
  await after(DAY_MS)
  expect(caught.map(({ to }) => to)).toEqual([['second@example.com'], ['second@example.com']])
})

test('in quiet hours it is listed and not mailed; what is told once a day waits for their end', async () => {
  const { after, caught } = await watched({ quiet: { from: 8 * 60, to: 11 * 60 }, to: ['boss@example.com'] })
  await after(UNTIL_NINE_MS)
  expect(caught).toEqual([])
  await after(2 * HOUR_MS)
  expect(caught).toHaveLength(1)
})

test('without SMTP it is listed all the same', async () => {
  const { after, listed, runs } = await watched({}, { smtp: null })
  await after(UNTIL_NINE_MS)
  expect(await listed()).toMatchObject({ unseen: 1, runs: [{ kind: 'missed_rate' }] })
  expect(await runs()).toEqual([['done', null]])
})

test('without the permission of who has set it up nothing is read and nothing told', async () => {
  const { after, caught, asked, runs } = await watched({}, { isAllowed: false })
  const before = asked.length
  await after(UNTIL_NINE_MS)
  expect([caught, asked.length - before, await runs()]).toEqual([[], 0, [['failed', 'no_standing']]])
})

test('an alert that is off or deleted is not looked at', async () => {
  const { after, runs, send, enter, alert } = await watched({ is_on: false })
  await after(UNTIL_NINE_MS)
  expect(await runs()).toEqual([])
  const path = `/api/alerts/${alert.id}`
  const cookie = await enter()
  await send(path, { method: 'PUT', cookie, body: JSON.stringify({ version: 1, rule: RULE }) })
  await send(path, { method: 'DELETE', cookie })
  await after(DAY_MS)
  expect(await runs()).toEqual([])
})
