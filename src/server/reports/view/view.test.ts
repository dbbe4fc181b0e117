import Papa from 'papaparse'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agencyAnswer } from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import type { Preferences, SavedView } from '#/contract/preferences.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { directoryFrom, directoryWithout } from '#/server/identity/directory.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { DUE, answeredError, openReports, WEEKLY_REPORT, toDue } from '../reports-testing.ts'

const MISSED: SavedView = {
  id: 'missed-of-last-week',
  name: 'Missed/last week',
  filters: { period: 'custom', date_from: '2020-01-01', date_to: '2020-01-02', status_filter: 'NOANSWER' },
  rolling: 'last_week',
  columns: ['date', 'caller', 'status', 'source', 'mark_note'],
}
const TALKS: SavedView = {
  id: 'talks',
  name: '=Talks',
  filters: { period: 'week', order_field: 'duration', order_way: 'DESC' },
}
const OF_VIEW: ReportSettings = {
  ...WEEKLY_REPORT,
  to: ['olga@sever.example'],
  view: { id: MISSED.id, format: 'csv' },
}

type Opened = Awaited<ReturnType<typeof openReports>>
const keep = async ({ ask }: Pick<Opened, 'ask'>, views: Preferences['saved_views']) => {
  const { version } = (await (await ask('GET', '/preferences')).json()) as { version: number }
  const stored = await ask('PUT', '/preferences', {
    base_version: version,
    preferences: { saved_views: views },
  })
  expect(stored.status).toBe(200)
}
const withViews = async (...requested: Parameters<typeof openReports>) => {
  const opened = await openReports(...requested)
  await keep(opened, [MISSED, TALKS])
  await opened.ask('PUT', '/standing')
  return opened
}
const rowsOf = (text: string) => {
  expect(text.startsWith('\uFEFF')).toBe(true)
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}
const mailOf = ({ caught }: Pick<Opened, 'caught'>) => {
  const { headers, parts } = readMail(caught.at(-1)!.raw)
  const [text = '', html = ''] = parts.filter(({ name }) => name === null).map((part) => part.text)
  return { subject: headers['subject'] ?? '', text, html, file: parts.find(({ name }) => name !== null) }
}
/** Eight of igor's calls of the week before the report become missed. */
const missCalls = async ({ service }: Pick<Opened, 'service'>) =>
  sql`update contacts set status = ${CALL_STATUS.noanswer}, duration = null, has_recording = 0 where id in (
    select c.id from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status <> 5 and c.service_id = 1
      and c.day between '2026-11-16' and '2026-11-22' order by c.id limit 8)`.execute(service)
/** SQL's missed calls of igor in that week. */
const missedInSql = async ({ service }: Pick<Opened, 'service'>) =>
  (
    await sql<{ phone: string; date: string }>`
      select c.caller_digits as phone, c.day as date
      from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
      where a.email = 'igor@domograd.ru' and o.status <> 5 and c.status = ${CALL_STATUS.noanswer}
        and c.day between '2026-11-16' and '2026-11-22'`.execute(service)
  ).rows

test('a view goes out as the file that the journal exports, of the days it means then, and without callers', async () => {
  const opened = await withViews()
  const { ask, readReports, app, pass, service } = opened
  await missCalls(opened)
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings: OF_VIEW }))
  expect(reports).toMatchObject([{ view_name: MISSED.name }])
  toDue({ pass })
  await app.scheduler.tick()
  const { subject, text, html, file } = mailOf(opened)
  const expected = await missedInSql({ service })
  expect(expected.length).toBeGreaterThan(3)
  expect(subject).toContain(`“${MISSED.name}”`)
  expect(subject).toContain(`${expected.length} contacts`)
  expect(text).toContain('status_filter=NOANSWER')
  expect(text).toContain('date_from=2026-11-16&date_to=2026-11-22')
  expect(text).toContain('are left out')
  expect(file).toMatchObject({
    type: 'text/csv',
    name: 'callboard-missed-last-week-2026-11-16_2026-11-22.csv',
  })
  const rows = rowsOf(file!.text)
  expect(Object.keys(rows[0]!)).toEqual([
    'Date',
    'UTC offset',
    'Status',
    'Source',
    'Search request',
    'utm_campaign',
  ])
  expect(rows.map((row) => row['Date']!.slice(0, 10)).toSorted()).toEqual(
    expected.map(({ date }) => date).toSorted(),
  )
  for (const { phone } of expected) expect(`${text}${html}${file!.text}`).not.toContain(phone.slice(-10))
  expect((await readReports(ask('GET', '/reports'))).runs).toMatchObject([
    { due: DUE, state: 'done', sent: 1, contacts: expected.length },
  ])
  const { rows: noted } = await sql<{
    what: string
  }>`select what from audit where event = 'exported'`.execute(opened.database)
  expect(noted.map(({ what }) => JSON.parse(what) as unknown)).toEqual([
    { event: 'exported', what: 'contacts', format: 'csv', rows: expected.length },
  ])
})

test('a file that a later try sends is in the audit log, once for all tries', async () => {
  const opened = await withViews()
  const { ask, readReports, app, caught, options, database } = opened
  const settings = { ...OF_VIEW, view: { id: TALKS.id, format: 'csv' } }
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings }))
  await options.schedules.ask(reports[0]!.id)
  // The first try has ended before the file was made.
  await database.updateTable('schedule_runs').set({ tries: 1 }).execute()
  const exported = async () => {
    await app.scheduler.tick()
    const { entries } = await options.audit.read({ event: 'exported' })
    return [caught.length, entries.length]
  }
  expect(await exported()).toEqual([1, 1])
  await database.updateTable('schedule_runs').set({ state: 'waiting' }).execute()
  expect(await exported()).toEqual([1, 1])
  expect((await readReports(ask('GET', '/reports'))).runs).toMatchObject([{ state: 'done' }])
})

test('with callers it has their numbers, as the journal’s file has, and says so', async () => {
  const opened = await withViews()
  const { ask, readReports, app, pass, service } = opened
  await readReports(ask('POST', '/reports', { version: 0, settings: { ...OF_VIEW, with_callers: true } }))
  toDue({ pass })
  await app.scheduler.tick()
  const { text, file } = mailOf(opened)
  const rows = rowsOf(file!.text)
  expect(Object.keys(rows[0]!)).toEqual([
    'Date',
    'UTC offset',
    'Caller',
    'Status',
    'Source',
    'Search request',
    'utm_campaign',
    'Note',
  ])
  expect(rows.map((row) => row['Caller']!.replace(/\D/g, '')).toSorted()).toEqual(
    (await missedInSql({ service })).map(({ phone }) => phone).toSorted(),
  )
  expect(text).toContain('pass it on with care')
})

test('an agency’s file and mail name the client first; XLSX keeps texts from being formulas, longest talk first', async () => {
  const opened = await withViews('anna.kovaleva@northline.ru')
  const { ask, readReports, app, pass } = opened
  const agencies = agencyAnswer.lenient.parse(await (await ask('GET', '/v2/agency')).json())
  const clients = agencies.flatMap((agency) => agency.clients).filter(isReadable)
  const { client } = clients.find(({ email }) => email === 'info@severgroup.ru')!
  const settings: ReportSettings = {
    ...OF_VIEW,
    client,
    language: 'ru',
    view: { id: TALKS.id, format: 'xlsx' },
  }
  await readReports(ask('POST', '/reports', { version: 0, settings }))
  toDue({ pass })
  await app.scheduler.tick()
  const { subject, file } = mailOf(opened)
  expect(subject).toMatch(/^Sever Group, «=Talks», .*обращени/)
  expect(file!.name).toMatch(/^sever-group-callboard-talks-2026-11-17_2026-11-23\.xlsx$/)
  const [contacts, about] = await readXlsx(file!.bytes)
  expect(contacts!.name).toBe('Sever Group · Обращения')
  const [head, ...rows] = contacts!.rows
  expect(head).not.toContain('Кто звонил')
  const seconds = rows.map((row) => row[head!.indexOf('Длительность, с')] as number | null)
  expect(rows.length).toBeGreaterThan(5)
  expect(seconds.filter((one) => one !== null)).toEqual(
    seconds.filter((one) => one !== null).toSorted((a, b) => b - a),
  )
  expect(about!.rows.flat()).toContain('=Talks')
  expect(about!.rows.flat()).toContain('Sever Group')
})

test('a view that is gone stops its report, which is shown, and told to who has set it up; another view lets it go on', async () => {
  const opened = await withViews()
  const { ask, readReports, app, caught, pass } = opened
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings: OF_VIEW }))
  await keep(opened, [TALKS])
  toDue({ pass })
  await app.scheduler.tick()
  const after = await readReports(ask('GET', '/reports'))
  expect(after).toMatchObject({
    reports: [{ paused: 'view_gone', view_name: null, next: null }],
    runs: [{ state: 'failed', reason: 'view_gone', contacts: null }],
  })
  await app.scheduler.tick()
  expect(caught.map(({ to }) => to)).toEqual([['igor@domograd.ru']])
  expect(mailOf(opened).text).toContain('saved view that it sent has been deleted')
  const { id, version } = reports[0]!
  const settings = { ...OF_VIEW, view: { id: TALKS.id, format: 'csv' } }
  await readReports(ask('PUT', `/reports/${id}`, { version, settings }))
  await readReports(ask('POST', `/reports/${id}/resume`, {}))
  expect((await readReports(ask('GET', '/reports'))).reports).toMatchObject([{ paused: null }])
})

test('what a client’s account hides is in no file; a view that filters by it says why it cannot go out', async () => {
  const opened = await withViews('anna.kovaleva@northline.ru')
  const { ask, readReports, app, pass, caught } = opened
  const agencies = agencyAnswer.lenient.parse(await (await ask('GET', '/v2/agency')).json())
  const clients = agencies.flatMap((agency) => agency.clients).filter(isReadable)
  const { client, hidden_fields } = clients.find(({ email }) => email === 'marketing@stomaplus.ru')!
  expect(hidden_fields).toEqual(['managers', 'region'])
  const filters = { period: 'month' } as const
  await keep(opened, [
    { id: 'shows', name: 'Shows', filters, columns: ['date', 'region', 'manager', 'source'] },
    { id: 'asks', name: 'Asks', filters: { ...filters, region: 'Москва' } },
  ])
  for (const id of ['shows', 'asks'])
    await readReports(
      ask('POST', '/reports', {
        version: 0,
        settings: { ...OF_VIEW, client, with_callers: true, view: { id, format: 'csv' } },
      }),
    )
  toDue({ pass })
  await app.scheduler.tick()
  const { runs } = await readReports(ask('GET', '/reports'))
  expect(new Set(runs.map(({ reason }) => reason))).toEqual(new Set([null, 'view_hidden']))
  expect(caught).toHaveLength(1)
  expect(Object.keys(rowsOf(mailOf(opened).file!.text)[0]!)).toEqual([
    'Date',
    'UTC offset',
    'Source',
    'Search request',
    'utm_campaign',
  ])
})

test('while a screen is shown to others nothing is set up', async () => {
  const { send, cookie, ask, readReports } = await withViews()
  const shown = await send('/api/reports', {
    method: 'POST',
    cookie: `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`,
    body: JSON.stringify({ version: 0, settings: { ...OF_VIEW, with_callers: true } }),
  })
  expect(shown.status).toBe(409)
  expect((await readReports(ask('GET', '/reports'))).reports).toEqual([])
})

test('no contact of a view is told in a mail without a file', async () => {
  const opened = await openReports()
  const none: SavedView = { id: 'none', name: 'None', filters: { period: 'week', region: 'Nowhere' } }
  await keep(opened, [none])
  const { ask, readReports, app, pass } = opened
  await ask('PUT', '/standing')
  await readReports(
    ask('POST', '/reports', { version: 0, settings: { ...OF_VIEW, view: { id: 'none', format: 'csv' } } }),
  )
  toDue({ pass })
  await app.scheduler.tick()
  const { text, file } = mailOf(opened)
  expect(file).toBeUndefined()
  expect(text).toContain('No contact of these days matches the view')
})

test('what cannot be kept of a view says why', async () => {
  const opened = await withViews()
  const { ask, readReports } = opened
  const post = (change: Partial<ReportSettings> | Record<string, unknown>) =>
    answeredError(ask('POST', '/reports', { version: 0, settings: { ...OF_VIEW, ...change } }))
  expect(await post({ view: { id: 'another', format: 'csv' } })).toEqual([400, { view: 'unknown' }])
  expect(await post({ view: { id: MISSED.id, format: 'exe' } })).toEqual([400, 'invalid_request'])
  await keep(opened, [{ id: 'own', name: 'Own', filters: { status_filter: 'A_CODE_OF_THEIRS' } }])
  expect(await post({ view: { id: 'own', format: 'csv' } })).toEqual([400, { view: 'not_kept' }])
  expect((await readReports(ask('GET', '/reports'))).reports).toEqual([])
})

test('who may not export, or see numbers, can send neither; who may no longer has the report stopped', async () => {
  let rights: string[] = ['export', 'numbers']
  const all = directoryWithout(SAMPLE_SIGN_INS)
  const directory = {
    ...all,
    rightsOf: () => directoryFrom(JSON.stringify({ users: { someone: { rights } } })).rightsOf('someone'),
  }
  const opened = await withViews('igor@domograd.ru', directory)
  const { ask, readReports, app, pass } = opened
  const post = (change: Partial<ReportSettings>) =>
    ask('POST', '/reports', { version: 0, settings: { ...OF_VIEW, ...change } })
  rights = ['export']
  expect(await answeredError(post({ with_callers: true }))).toEqual([400, { with_callers: 'no_right' }])
  rights = ['numbers']
  expect(await answeredError(post({}))).toEqual([400, { view: 'no_right' }])
  rights = ['export', 'numbers']
  await readReports(post({ with_callers: true }))
  rights = ['numbers']
  toDue({ pass })
  await app.scheduler.tick()
  expect(await readReports(ask('GET', '/reports'))).toMatchObject({
    reports: [{ paused: 'export_forbidden' }],
    runs: [{ state: 'failed', reason: 'export_forbidden' }],
  })
})
