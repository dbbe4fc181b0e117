import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/contract/day.ts'
import { smtpRefusal } from '#/server/mail/mail-server-testing.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { UNTIL_NINE_MS, watchedAlert, TEST_RULE } from './watched-testing.ts'

test('what an alert finds is told to each once, listed, and told again only after it has been well', async () => {
  const { after, tick, caught, listed } = await watchedAlert({}, { bad: [0, 1, 3] })
  await tick()
  expect(caught).toEqual([])
  await after(UNTIL_NINE_MS)
  await tick()
  expect(caught.map(({ to }) => to)).toEqual([['boss@example.com'], ['second@example.com']])
  const { headers, parts } = readMail(caught[0]!.raw)
  expect(headers['subject']).toMatch(/ missed 33% of yesterday’s calls$/)
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
  // The next bad day is not notified again.
  await after(DAY_MS)
  expect(caught).toHaveLength(2)
  await after(DAY_MS)
  await after(DAY_MS)
  expect(caught).toHaveLength(4)
  expect((await listed()).runs).toHaveLength(2)
  // No callers' numbers, even if the service sends them.
  expect(caught.map(({ raw }) => raw).join()).not.toMatch(/phone_number|\+7\d{10}/)
})

test('a missed rate is mailed with its day by hours, the way to its contacts and what the alert is called, of the one object', async () => {
  const { after, caught, listed } = await watchedAlert({ objects: ['site'], to: ['boss@example.com'] })
  await after(UNTIL_NINE_MS)
  const [text, html] = readMail(caught[0]!.raw).parts.map((part) => part.text)
  const day = '2026-11-20'
  const journal = `/objects/site/calls?period=custom&date_from=${day}&date_to=${day}&status_filter=missed`
  expect(text).toMatch(/10 of 30 calls on Friday, November 20 .*; on the 8 Fridays before it was 0%\./)
  expect(text).toMatch(/09:00 – 12:00 +30 +10 +33% !\s+All day +30 +10 +33% !\s+! red: above your 20%/)
  expect(text).toContain(`Open these 10 contacts in the journal. Times are the object’s own, UTC+3. `)
  expect(text).toContain(journal)
  expect(text).toContain('because the alert “Missed rate above 20%” for ')
  expect(text).toContain('names you, at most once a day. It has no phone numbers or names on purpose.')
  expect(html).toContain(journal.replaceAll('&', '&amp;'))
  expect(html).toMatch(/33%.*All day.*red: above your 20%/s)
  const run = (await listed()).runs[0]!
  expect(run.firings[0]).toMatchObject({
    oid: 'site',
    missed_day: { day, blocks: [{ from: 9, calls: 30, missed: 10 }], weeks: 8, offset: 180 },
  })
})

test('what an earlier version has found, without its day, and a day that cannot be read, are listed and mailed', async () => {
  let isReady = false
  const { after, caught, listed, runs, database } = await watchedAlert(
    { to: ['boss@example.com'] },
    { smtp: { onRcptTo: (_, __, done) => done(isReady ? null : smtpRefusal(451, 'come back later')) } },
  )
  await after(UNTIL_NINE_MS)
  const incident = { subject: '', at: 1, oid: null, value: 10, of: 30, usual: 0 }
  const words = { subject: 'Ladoga missed 33.3% of yesterday’s calls', lines: ['10 of 30 calls.'] }
  await database
    .updateTable('alert_runs')
    .set({
      firings: JSON.stringify([incident, { ...incident, missed_day: { day: 'never' } }]),
      words: JSON.stringify([words, { ...words, subject: 'Second', missed_day: { rows: 1 } }]),
    })
    .execute()
  expect((await listed()).runs[0]!.firings).toMatchObject([incident, incident])
  isReady = true
  await after(60_000)
  expect(await runs()).toEqual([['done', null]])
  const { headers, parts } = readMail(caught[0]!.raw)
  expect(headers['subject']).toBe('Ladoga missed 33.3% of yesterday’s calls, and 1 more')
  expect(parts[0]!.text).toMatch(/10 of 30 calls\..*Open in Callboard: \S+\/overview/s)
})

test('N in a row: told when it has been so often, and no sooner', async () => {
  const { after, caught } = await watchedAlert({ readings: 2, to: ['boss@example.com'] }, { bad: [0, 1, 3] })
  await after(UNTIL_NINE_MS)
  expect(caught).toEqual([])
  await after(DAY_MS)
  expect(caught).toHaveLength(1)
  await after(DAY_MS)
  await after(DAY_MS)
  expect(caught).toHaveLength(1)
})

test('a mailbox that refuses is said, and keeps nothing from the others, who get it once', async () => {
  const { after, tick, caught, runs } = await watchedAlert(
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

test('a mail that is tried again waits for the end of quiet hours', async () => {
  let isReady = false
  const { after, caught, listed } = await watchedAlert(
    { quiet: { from: 9 * 60 + 4, to: 12 * 60 }, to: ['boss@example.com'] },
    { smtp: { onRcptTo: (_, __, done) => done(isReady ? null : smtpRefusal(451, 'come back later')) } },
  )
  await after(UNTIL_NINE_MS)
  const noon = '2026-11-21T12:00:00+03:00'
  expect((await listed()).runs[0]!.delivery?.again).toBe(Date.parse(noon))
  isReady = true
  await after(5 * MINUTE_MS)
  expect(caught).toEqual([])
  await after(3 * HOUR_MS)
  expect(caught).toHaveLength(1)
})

test('what is found while a mail is tried again is a mail of its own, also to those whom the first has reached', async () => {
  let isReady = false
  const { after, caught, options, alert, database } = await watchedAlert(
    {},
    {
      smtp: {
        onRcptTo: ({ address }, _, done) =>
          done(isReady || address.startsWith('boss') ? null : smtpRefusal(451, 'come back later')),
      },
    },
  )
  await after(UNTIL_NINE_MS)
  expect(caught.map(({ to }) => to[0])).toEqual(['boss@example.com'])
  const { account } = await database.selectFrom('alerts').select('account').executeTakeFirstOrThrow()
  const known = (await options.alerts.known(account, alert.id, null))!
  await options.alerts.saveEvaluation(account, alert, null, {
    ...known,
    incidents: [{ subject: '', at: options.now(), oid: null, value: 10, of: 30, usual: null }],
    words: [{ subject: 'Another', lines: ['Of another client.'] }],
    mailAt: options.now(),
    evaluatedBefore: known.evaluatedAt,
  })
  isReady = true
  await after(MINUTE_MS)
  const found = expect.stringContaining('missed 33%')
  expect(caught.map(({ to, raw }) => [to[0], readMail(raw).headers['subject']])).toEqual([
    ['boss@example.com', found],
    ['second@example.com', found],
    ['boss@example.com', 'Another'],
    ['second@example.com', 'Another'],
  ])
})

test('whoever has stopped these emails gets none, also after the alert was changed', async () => {
  const { after, caught, options, alert, send, enter } = await watchedAlert({}, { bad: [0, 2] })
  await options.mailStops.stop({ schedule: alert.id, to: 'boss@example.com' })
  await after(UNTIL_NINE_MS)
  expect(caught.map(({ to }) => to)).toEqual([['second@example.com']])
  const changed = await send(`/api/alerts/${alert.id}`, {
    method: 'PUT',
    cookie: await enter(),
    body: JSON.stringify({ version: 1, rule: { ...TEST_RULE, quiet: { from: 60, to: 120 } } }),
  })
  expect(changed.status).toBe(200)
  await after(DAY_MS)
  await after(DAY_MS)
  expect(caught.map(({ to }) => to)).toEqual([['second@example.com'], ['second@example.com']])
})

test('in quiet hours it is listed and not mailed; what is told once a day waits for their end', async () => {
  const { after, caught } = await watchedAlert({
    quiet: { from: 8 * 60, to: 11 * 60 },
    to: ['boss@example.com'],
  })
  await after(UNTIL_NINE_MS)
  expect(caught).toEqual([])
  await after(2 * HOUR_MS)
  expect(caught).toHaveLength(1)
})

test('what is told once a day is mailed when the quiet hours of its object end, also by another clock', async () => {
  const rule = {
    quiet: { from: 21 * 60, to: 8 * 60 },
    zone: 'Asia/Novosibirsk',
    to: ['boss@example.com'],
  }
  const { after, caught, listed, send, enter } = await watchedAlert(rule)
  // 09:00 there is 05:00 at the object.
  await after(12 * HOUR_MS)
  const { runs, alerts } = await listed()
  expect([runs.length, caught.length]).toEqual([1, 0])
  const { id, version } = alerts[0]!
  const body = JSON.stringify({ version, rule: { ...TEST_RULE, ...rule } })
  expect((await send(`/api/alerts/${id}`, { method: 'PUT', cookie: await enter(), body })).status).toBe(200)
  await after(3 * HOUR_MS)
  expect(caught).toHaveLength(1)
  // That run has only mailed.
  expect((await listed()).alerts[0]?.looked_at).toBe(alerts[0]?.looked_at)
  await after(DAY_MS)
  expect(caught).toHaveLength(1)
})

test('at once is within ten minutes while an object works, and once an hour in its quiet hours', async () => {
  const { after, listed } = await watchedAlert({
    kind: 'missed_caller',
    threshold: null,
    min_calls: null,
    at_most: 'at_once',
    quiet: { from: 21 * 60, to: 8 * 60 },
  })
  const evaluations = new Set<number>()
  for (let step = 0; step < 16 * 6; step++) {
    await after(10 * 60_000)
    evaluations.add((await listed()).alerts[0]!.looked_at!)
  }
  const hours = [...evaluations].map((at) => new Date(at + 3 * HOUR_MS).getUTCHours())
  const evaluationsIn = (...some: number[]) => hours.filter((hour) => some.includes(hour)).length
  expect([18, 19, 20, 8].map((hour) => evaluationsIn(hour))).toEqual([6, 6, 6, 6])
  expect([21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7].map((hour) => evaluationsIn(hour))).toEqual(Array(11).fill(1))
})

test('without SMTP it is listed all the same', async () => {
  const { after, listed, runs } = await watchedAlert({}, { smtp: null })
  await after(UNTIL_NINE_MS)
  expect(await listed()).toMatchObject({ unseen: 1, runs: [{ kind: 'missed_rate' }] })
  expect(await runs()).toEqual([['done', null]])
})

test('without the permission of who has set it up nothing is read and nothing told', async () => {
  const { after, caught, requests, runs } = await watchedAlert({}, { isAllowed: false })
  const before = requests.length
  await after(UNTIL_NINE_MS)
  expect([caught, requests.length - before, await runs()]).toEqual([[], 0, [['failed', 'standing_ended']]])
})

test('an alert that is off or deleted is not looked at', async () => {
  const { after, runs, send, enter, alert } = await watchedAlert({ is_on: false })
  await after(UNTIL_NINE_MS)
  expect(await runs()).toEqual([])
  const path = `/api/alerts/${alert.id}`
  const cookie = await enter()
  await send(path, { method: 'PUT', cookie, body: JSON.stringify({ version: 1, rule: TEST_RULE }) })
  await send(path, { method: 'DELETE', cookie })
  await after(DAY_MS)
  expect(await runs()).toEqual([])
})

test('a schedule that its alert does not name looks at nothing, and ends', async () => {
  const { options, database, after, caught } = await watchedAlert({ to: ['boss@example.com'] })
  const own = await database.selectFrom('schedules').selectAll().executeTakeFirstOrThrow()
  const named = (await options.schedules.find(own.id))!
  const orphan = await options.schedules.add(own.principal, named)
  await after(UNTIL_NINE_MS)
  expect(caught).toHaveLength(1)
  expect(await options.schedules.find(orphan.id)).toBeNull()
  expect(await options.schedules.find(own.id)).not.toBeNull()
})

test('a service that answers in another way than its document says is told the day after, once, with where to look', async () => {
  // The fake service's records lack most documented fields.
  const { after, caught } = await watchedAlert({ kind: 'trouble', threshold: null, min_calls: null })
  await after(UNTIL_NINE_MS)
  expect(caught).toEqual([])
  await after(DAY_MS)
  expect(caught).toHaveLength(2)
  const { headers, parts } = readMail(caught[0]!.raw)
  expect(headers['subject']).toMatch(/: the call-tracking service’s answers differ from the API docs$/)
  expect(parts[0]!.text).toMatch(/differ from the API docs in \d+ places\..*“API changes”/s)
  await after(DAY_MS)
  expect(caught).toHaveLength(2)
})
