import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { agencyAnswer } from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { reportsAnswer, type ReportSettings } from '#/contract/delivery/reports.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { cookieOf, createAgencyHarness, createHarness, json } from '#/server/testing.ts'
import { COUNT } from '#/test/sql/contacts-in-sql.ts'
import { DUE, answeredError, openReports, WEEKLY_REPORT, toDue } from './reports-testing.ts'
import { scheduleOfReport } from './settings.ts'
import { DAY_MS } from '#/contract/day.ts'

test('a report goes out at its time, once to each of its people, with the figures that SQL counts', async () => {
  const { ask, readReports, app, caught, service, pass } = await openReports()
  await ask('PUT', '/standing')
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings: WEEKLY_REPORT }))
  expect(reports).toMatchObject([
    { next: new Date(DUE).toISOString(), paused: null, settings: WEEKLY_REPORT },
  ])
  toDue({ pass })
  await app.scheduler.tick()
  await app.scheduler.tick()
  expect(caught.map(({ to }) => to)).toEqual(WEEKLY_REPORT.to.map((address) => [address]))
  const { rows } = await sql<{ contacts: number; calls: number; missed: number; target: number }>`
    select ${COUNT.contacts} contacts, ${COUNT.calls} calls, ${COUNT.missed} missed, ${COUNT.target} target
    from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between '2026-11-16' and '2026-11-22'`.execute(
    service,
  )
  const { contacts, calls, missed, target } = rows[0]!
  expect(contacts).toBeGreaterThan(20)
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`
  for (const { raw } of caught) {
    const { headers, parts } = readMail(raw)
    expect(headers['subject']).toContain('November 16 – 22'.replaceAll(' – ', '\u2009–\u2009'))
    const [text, html] = parts.map((part) => part.text)
    expect(text).toContain(`Contacts: ${contacts.toLocaleString('en-US')}`)
    expect(text).toContain(`Missed rate: ${percent(missed, calls)}`)
    expect(text).toContain(`Target rate: ${percent(target, contacts)}`)
    expect(text).toContain('/overview?date_from=2026-11-16&date_to=2026-11-22')
    expect(text).toContain('Sent on Monday, November 23 at 09:00 (UTC+3)')
    expect(html).toContain(contacts.toLocaleString('en-US'))
    // No callers, and nothing that loads or runs.
    expect(`${text}${html}`).not.toMatch(/\+?7[\s(]*9\d\d|<img|<script|src=/)
  }
  const after = await readReports(ask('GET', '/reports'))
  expect(after.runs).toMatchObject([{ due: DUE, state: 'done', sent: 2, is_late: false }])
  expect(after.reports[0]?.next).toBe(new Date(DUE + 7 * DAY_MS).toISOString())
})

test('the plan of the month stands in the report with what SQL counts, and where it is heading as a range', async () => {
  const { ask, readReports, app, caught, service, pass } = await openReports()
  await ask('PUT', '/standing')
  const plan = { month: '2026-11', oid: null, version: 0, contacts: 100_000, target: null, spend: null }
  expect((await ask('PUT', '/month-plans', plan)).status).toBe(200)
  await readReports(ask('POST', '/reports', { version: 0, settings: WEEKLY_REPORT }))
  toDue({ pass })
  await app.scheduler.tick()
  const { rows } = await sql<{ contacts: number }>`
    select ${COUNT.contacts} contacts
    from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between '2026-11-01' and '2026-11-22'`.execute(
    service,
  )
  const [text = '', html = ''] = readMail(caught[0]!.raw).parts.map((part) => part.text)
  const done = rows[0]!.contacts.toLocaleString('en-US')
  expect(text).toMatch(
    new RegExp(
      `Plan, contacts in Nov(ember)? 2026: ${done} of 100,000\\. .*\\d[\\d,]*.\\d.*\\(.*behind.*\\)`,
      'i',
    ),
  )
  expect(html).toContain(done)
})

test('with a Chromium the page to print is attached, named by the client first; where it fails the mail says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'chromium')
  const script = (body: string) =>
    writeFileSync(program, `#!${process.execPath}\nconst fs = require('node:fs')\n${body}\n`, { mode: 0o755 })
  script(`const page = fs.readFileSync(process.argv.at(-1).replace('file://', ''), 'utf8')
    fs.writeFileSync(process.argv.find((one) => one.startsWith('--print-to-pdf=')).slice(15), '%PDF-' + page)`)
  const opened = await openReports('anna.kovaleva@northline.ru', undefined, { PDF_CHROMIUM: program })
  const { ask, readReports, app, caught, pass } = opened
  await ask('PUT', '/standing')
  const agencies = agencyAnswer.lenient.parse(await (await ask('GET', '/v2/agency')).json())
  const clients = agencies.flatMap((agency) => agency.clients).filter(isReadable)
  const { client } = clients.find(({ email }) => email === 'info@severgroup.ru')!
  const settings = { ...WEEKLY_REPORT, client, to: [WEEKLY_REPORT.to[0]!] }
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings }))
  toDue({ pass })
  await app.scheduler.tick()
  const { parts } = readMail(caught[0]!.raw)
  expect(parts[2]).toMatchObject({
    type: 'application/pdf',
    name: 'sever-group-callboard-report-2026-11-16_2026-11-22.pdf',
  })
  const [, contacts] = /Contacts: ([\d,]+)/.exec(parts[0]!.text)!
  expect(parts[2]!.text).toContain(`<dd class="value">${contacts}</dd>`)
  expect(parts[2]!.text).toContain('<bdi>Sever Group</bdi>')
  expect(parts[2]!.text).not.toMatch(/\+?7[\s(]*9\d\d|<script|src=/)
  script('process.exit(1)')
  pass(1_000)
  await readReports(ask('POST', `/reports/${reports[0]!.id}/send`, {}))
  await expect.poll(() => caught.length, { timeout: 20_000 }).toBe(2)
  const again = readMail(caught[1]!.raw)
  expect(again.parts).toHaveLength(2)
  expect(again.parts[0]!.text).toContain('could not be made as PDF')
  // The author sees the reason with the run.
  await expect
    .poll(async () => (await readReports(ask('GET', '/reports'))).runs.map(({ no_pdf: why }) => why))
    .toEqual(['ended', null])
})

test('who has stopped the mails gets none, and the others still do', async () => {
  const { ask, readReports, app, caught, send, pass, options } = await openReports()
  await ask('PUT', '/standing')
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings: WEEKLY_REPORT }))
  const link = options.mailStops.linkOf({
    schedule: reports[0]!.id,
    to: WEEKLY_REPORT.to[0]!,
    language: 'en',
  })
  await send(link, { method: 'POST' })
  toDue({ pass })
  await app.scheduler.tick()
  expect(caught.map(({ to }) => to)).toEqual([[WEEKLY_REPORT.to[1]]])
  expect((await readReports(ask('GET', '/reports'))).reports[0]?.stopped).toEqual([WEEKLY_REPORT.to[0]])
})

test('a report that was changed elsewhere meanwhile is not written over: the answer says how it stands', async () => {
  const { ask, readReports } = await openReports()
  await ask('PUT', '/standing')
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings: WEEKLY_REPORT }))
  const { id, version } = reports[0]!
  const change = (to: string) =>
    ask('PUT', `/reports/${id}`, { version, settings: { ...WEEKLY_REPORT, to: [to] } })
  const { reports: changed } = await readReports(change('first@sever.example'))
  const late = await change('second@sever.example')
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { error: 'report_changed', report: changed[0] },
  ])
})

test('what cannot be kept says why, and nothing is kept of it', async () => {
  const { ask, readReports } = await openReports()
  const post = (change: Partial<ReportSettings> | Record<string, unknown>) =>
    answeredError(ask('POST', '/reports', { version: 0, settings: { ...WEEKLY_REPORT, ...change } }))
  expect(await post({})).toEqual([400, { standing: 'needed' }])
  await ask('PUT', '/standing')
  expect(await post({ to: ['olga@sever.example', 'nobody'] })).toEqual([400, { to: 'no_address: nobody' }])
  expect(await post({ to: ['a@b.example\r\nBcc: x@evil.example'] })).toEqual([
    400,
    { to: 'no_address: Bcc:' },
  ])
  expect(await post({ to: [] })).toEqual([400, { to: 'nobody' }])
  const many = Array.from({ length: 10_000 }, (_, nth) => `a${nth}@b.example`)
  expect(await post({ to: many })).toEqual([400, { to: 'too_many' }])
  expect(await post({ timing: { every: 'month', day: 30, at: '09:00' } })).toEqual([
    400,
    { timing: 'no_such_day' },
  ])
  expect(await post({ zone: 'Mars/Base' })).toEqual([400, { zone: 'unknown' }])
  expect(await post({ client: '999' })).toEqual([400, { client: 'unknown' }])
  expect(await post({ timing: { every: 'day', at: '25:00' } })).toEqual([400, 'invalid_request'])
  expect((await readReports(ask('GET', '/reports'))).reports).toEqual([])
})

test('only reports count against how many there may be, and too many are told as that', async () => {
  const { ask, readReports, options } = await openReports()
  await ask('PUT', '/standing')
  const add = () => ask('POST', '/reports', { version: 0, settings: WEEKLY_REPORT })
  const { id } = (await readReports(add())).reports[0]!
  const { principal } = (await options.schedules.find(id))!
  const fill = async (kind: string, count: number) => {
    for (let nth = 0; nth < count; nth++)
      await options.schedules.add(principal, { ...scheduleOfReport(WEEKLY_REPORT), kind })
  }
  await fill('alert', 200)
  await readReports(add())
  await readReports(ask('DELETE', `/reports/${id}`))
  await fill('report', 199)
  for (const full of [add(), ask('POST', `/reports/${id}/restore`)])
    expect(await answeredError(full)).toEqual([400, { reports: 'too_many: 200' }])
})

test('a time that the clock skips is kept, and the day is told', async () => {
  const { ask, readReports } = await openReports()
  await ask('PUT', '/standing')
  const settings = { ...WEEKLY_REPORT, timing: { every: 'day', at: '02:30' }, zone: 'Europe/Berlin' }
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings }))
  expect(reports[0]?.skips).toEqual({ day: '2027-03-28', at: '03:30' })
})

test('without the permission, or where the client is lost, it stands still and says why; given again it goes on', async () => {
  const { ask, readReports, app, caught, pass } = await openReports('anna.kovaleva@northline.ru')
  await ask('PUT', '/standing')
  const agencies = agencyAnswer.lenient.parse(await (await ask('GET', '/v2/agency')).json())
  const clients = agencies.flatMap((agency) => agency.clients).filter(isReadable)
  const client = clients.find(({ email }) => email === 'info@severgroup.ru')?.client
  await readReports(
    ask('POST', '/reports', { version: 0, settings: { ...WEEKLY_REPORT, client: client ?? '' } }),
  )
  await ask('DELETE', '/standing')
  toDue({ pass })
  await app.scheduler.tick()
  expect(caught).toEqual([])
  const stopped = await readReports(ask('GET', '/reports'))
  expect(stopped).toMatchObject({
    reports: [{ paused: 'standing_ended', next: null }],
    runs: [{ state: 'failed', reason: 'standing_ended' }],
    standing: { is: 'ended', why: 'person' },
  })
  await ask('PUT', '/standing')
  const { id } = stopped.reports[0]!
  expect((await readReports(ask('GET', '/reports'))).reports[0]?.paused).toBeNull()
  await readReports(ask('POST', `/reports/${id}/again`, { due: DUE }))
  await expect.poll(() => caught.length, { timeout: 20_000 }).toBe(2)
  expect(readMail(caught[0]!.raw).headers['subject']).toContain('Sever Group')
})

test('reports are their person’s: another account neither sees nor sends, changes or deletes them', async () => {
  const { ask, readReports, send, signIn } = await openReports()
  await ask('PUT', '/standing')
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings: WEEKLY_REPORT }))
  const { email, password } = SAMPLE_SIGN_INS.find((one) => one.email === 'info@severgroup.ru')!
  const cookie = cookieOf(await signIn(email, password))
  const { id } = reports[0]!
  expect((await readReports(send('/api/reports', { cookie }))).reports).toEqual([])
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/send'],
    ['POST', '/pause'],
    ['POST', '/restore'],
  ] as const)
    expect((await send(`/api/reports/${id}${path}`, { method, cookie, body: '{}' })).status).toBe(404)
  expect(await readReports(ask('DELETE', `/reports/${id}`))).toMatchObject({ reports: [] })
  expect(await readReports(ask('POST', `/reports/${id}/restore`))).toMatchObject({ reports: [{ id }] })
})

test('the names of all reports’ clients are one request to the service', async () => {
  const clients = [1, 2].map((id) => ({ id, email: `c${id}@example.com`, company_name: `Hotel ${id}` }))
  const { send, cookie, requests, pass } = await createAgencyHarness(clients)
  await send('/api/standing', { method: 'PUT', cookie, body: '{}' })
  for (const client of ['1', '2']) {
    // They are listed in the order of their time.
    pass(1)
    const body = JSON.stringify({ version: 0, settings: { ...WEEKLY_REPORT, client } })
    expect((await send('/api/reports', { method: 'POST', cookie, body })).status).toBe(200)
  }
  requests.length = 0
  const { reports } = reportsAnswer.parse(await (await send('/api/reports', { cookie })).json())
  expect(reports.map(({ client_name }) => client_name)).toEqual(['Hotel 1', 'Hotel 2'])
  expect(requests.filter(({ url }) => url.endsWith('/v2/agency'))).toHaveLength(1)
})

test('without a mail server a run says that none is there', async () => {
  const harness = await createHarness({}, {})
  harness.handlers['GET /v2/objs/'] = () => json({ objs: [], meta: {} })
  const cookie = await harness.enter()
  await harness.send('/api/standing', { method: 'PUT', cookie })
  const answer = await harness.send('/api/reports', {
    method: 'POST',
    cookie,
    body: JSON.stringify({ version: 0, settings: WEEKLY_REPORT }),
  })
  const { reports, mail_from } = reportsAnswer.parse(await answer.json())
  expect(mail_from).toBeNull()
  await harness.options.schedules.ask(reports[0]!.id)
  await harness.app.scheduler.tick()
  const after = reportsAnswer.parse(await (await harness.send('/api/reports', { cookie })).json())
  expect(after.runs).toMatchObject([{ state: 'failed', reason: 'no_mail' }])
})
