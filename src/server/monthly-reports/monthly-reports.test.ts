import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agencyAnswer } from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { reportsAnswer } from '#/contract/delivery/reports.ts'
import {
  monthlyAnswer,
  type MonthlyAnswer,
  type StartMonthlyBody,
} from '#/contract/monthly-reports/monthly-reports.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { directoryFrom } from '#/server/identity/directory.ts'
import { smtpRefusal, startMailServer } from '#/server/mail/mail-server-testing.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { answeredError, openReports, WEEKLY_REPORT } from '#/server/reports/reports-testing.ts'
import { cookieOf } from '#/server/testing.ts'

const AGENCY = 'anna.kovaleva@northline.ru'
const MONTH = '2026-10'
const PATH = '/monthly-reports'

/** A stand-in for Chromium that prints the page's source; `fail` makes it fail. */
const fakeChromium = (fail = '') => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-monthly-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'chromium')
  const write = (failing: string) =>
    writeFileSync(
      program,
      `#!${process.execPath}\nconst fs = require('node:fs')
    const page = fs.readFileSync(process.argv.at(-1).replace('file://', ''), 'utf8')
    if (${JSON.stringify(failing)} && page.includes(${JSON.stringify(failing)})) process.exit(1)
    fs.writeFileSync(process.argv.find((one) => one.startsWith('--print-to-pdf=')).slice(15), '%PDF-' + page)`,
      { mode: 0o755 },
    )
  write(fail)
  return { program, mend: () => write('') }
}

const open = async (
  env: Readonly<Record<string, string>> = {},
  directory?: ReturnType<typeof directoryFrom>,
) => {
  const opened = await openReports(AGENCY, directory, env)
  const { ask } = opened
  const agencies = agencyAnswer.lenient.parse(await (await ask('GET', '/v2/agency')).json())
  const clients = agencies.flatMap((agency) => agency.clients).filter(isReadable)
  const named = (email: string) => clients.find((one) => one.email === email)!.client
  const body = (change: Partial<StartMonthlyBody>): StartMonthlyBody => ({
    way: 'links',
    month: MONTH,
    clients: [named('info@severgroup.ru')],
    language: 'en',
    zone: 'Europe/Moscow',
    ...change,
  })
  const answerOf = async (response: Promise<Response>): Promise<MonthlyAnswer> => {
    const answer = await response
    expect(answer.status).toBe(200)
    return monthlyAnswer.parse(await answer.json())
  }
  const start = (change: Partial<StartMonthlyBody> = {}) => ask('POST', PATH, body(change))
  const look = () => answerOf(ask('GET', `${PATH}?month=${MONTH}`))
  const whenOver = async () => {
    await expect.poll(async () => (await look()).job?.is_over, { timeout: 20_000 }).toBe(true)
    return look()
  }
  const states = ({ job }: MonthlyAnswer) => job?.items.map(({ state, error }) => error?.code ?? state)
  return { ...opened, clients, named, body, answerOf, start, look, whenOver, states }
}
const bare = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('makes a link for each client, tells them apart, and says later that they were made', async () => {
  const { start, answerOf, whenOver, named, send, clients, options } = await open()
  const chosen = [
    named('info@severgroup.ru'),
    clients.find(({ email }) => email !== 'info@severgroup.ru')!.client,
  ]
  const begun = await answerOf(start({ clients: [...chosen, chosen[0]!] }))
  expect(begun.job).toMatchObject({ way: 'links', month: MONTH, is_over: false })
  const { job, made } = await whenOver()
  expect(job?.items.map(({ client, state }) => [client, state])).toEqual(chosen.map((one) => [one, 'done']))
  const [first] = job!.items
  const page = bare(
    await (
      await send(new URL(first!.link!).pathname, {
        headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'x-requested-by': '' },
      })
    ).text(),
  )
  expect(page).toMatch(/Sever Group.*October 1 – 31, 2026|Sever Group.*Oct 1 – 31, 2026/)
  expect(new Set(made.map(({ client }) => client))).toEqual(new Set(chosen))
  const { entries } = await options.audit.read({})
  expect(entries.filter(({ what }) => what?.event === 'snapshot_shared')).toHaveLength(2)
})

test('goes on when the service refuses what belongs to no client', async () => {
  const { ask, start, whenOver, states } = await open()
  await start()
  expect((await ask('GET', '/v2/objs/')).status).toBe(403)
  expect(states(await whenOver())).toEqual(['done'])
})

test('sends the month to the recipients of the clients’ schedules, once to each', async () => {
  const { ask, readReports, start, whenOver, named, caught, look, states, clients } = await open()
  const client = named('info@severgroup.ru')
  const settings = { ...WEEKLY_REPORT, client }
  await readReports(ask('POST', '/reports', { version: 0, settings, allow: true }))
  expect((await look()).recipients).toEqual([{ client, to: settings.to }])
  const without = clients.find((one) => one.client !== client)!.client
  await start({ way: 'mails', clients: [client, without] })
  const over = await whenOver()
  expect(states(over)).toEqual(['done', 'no_recipients'])
  expect(over.job?.items[0]?.sent).toBe(2)
  expect(over.made).toEqual([{ client, at: expect.any(String), people: 2 }])
  expect(caught.map(({ to }) => to[0])).toEqual(settings.to)
  const { headers, parts } = readMail(caught[0]!.raw)
  expect(headers['subject']).toMatch(/October 1.–.31/)
  expect(parts[1]?.text).toContain('Monthly report')
  // It is in the schedule's history too.
  expect((await readReports(ask('GET', '/reports'))).runs).toMatchObject([{ state: 'done', sent: 2 }])
})

test('does not count who has unsubscribed among the recipients', async () => {
  const { ask, readReports, look, named, options } = await open()
  const client = named('info@severgroup.ru')
  const settings = { ...WEEKLY_REPORT, client }
  const { reports } = await readReports(ask('POST', '/reports', { version: 0, settings, allow: true }))
  const [olga, oleg] = settings.to
  await options.mailStops.stop({ schedule: reports[0]!.id, to: olga! })
  expect((await look()).recipients).toEqual([{ client, to: [oleg] }])
  await options.mailStops.stop({ schedule: reports[0]!.id, to: oleg! })
  expect((await look()).recipients).toEqual([])
})

test('mails a person of several reports once, and does not forget them when another one is refused', async () => {
  const [olga, oleg] = WEEKLY_REPORT.to
  const mails = await startMailServer({
    onRcptTo: ({ address }, _, callback) => callback(address === oleg ? smtpRefusal(550, 'gone') : null),
  })
  onTestFinished(mails.close)
  const { ask, readReports, start, answerOf, whenOver, named, states, pass } = await open({
    SMTP_URL: mails.url,
  })
  const client = named('info@severgroup.ru')
  const settings = { ...WEEKLY_REPORT, client }
  await readReports(ask('POST', '/reports', { version: 0, settings, allow: true }))
  const monthly = { ...settings, timing: { every: 'month', day: 1, at: '09:00' }, to: [olga] }
  await readReports(ask('POST', '/reports', { version: 0, settings: monthly }))
  await start({ way: 'mails', clients: [client] })
  expect(states(await whenOver())).toEqual(['mailbox_refused'])
  pass(MINUTE_MS)
  await answerOf(ask('POST', `${PATH}/retry`, { clients: [client] }))
  const { made } = await whenOver()
  expect(mails.caught.map(({ to }) => to)).toEqual([[olga]])
  expect(made).toEqual([{ client, at: expect.any(String), people: 1 }])
})

test('mails a client’s other reports too when the first cannot be recorded', async () => {
  const { ask, readReports, start, whenOver, named, options, caught } = await open()
  const client = named('info@severgroup.ru')
  for (const to of WEEKLY_REPORT.to)
    await readReports(
      ask('POST', '/reports', { version: 0, settings: { ...WEEKLY_REPORT, client, to: [to] }, allow: true }),
    )
  vi.spyOn(options.schedules, 'note').mockRejectedValueOnce(new Error('disk full'))
  await start({ way: 'mails', clients: [client] })
  expect((await whenOver()).job?.items[0]?.error).not.toBeNull()
  expect(caught.flatMap(({ to }) => to).toSorted()).toEqual(WEEKLY_REPORT.to.toSorted())
})

test('says in the list of reports that a mailbox has refused the month', async () => {
  const [, oleg] = WEEKLY_REPORT.to
  const mails = await startMailServer({
    onRcptTo: ({ address }, _, callback) => callback(address === oleg ? smtpRefusal(550, 'gone') : null),
  })
  onTestFinished(mails.close)
  const { ask, readReports, start, whenOver, named } = await open({ SMTP_URL: mails.url })
  const client = named('info@severgroup.ru')
  const settings = { ...WEEKLY_REPORT, client }
  await readReports(ask('POST', '/reports', { version: 0, settings, allow: true }))
  await start({ way: 'mails', clients: [client] })
  await whenOver()
  const { runs } = reportsAnswer.parse(await (await ask('GET', '/reports')).json())
  expect(runs).toMatchObject([{ state: 'done', reason: 'mailbox_refused', sent: 1 }])
})

test('with a Chromium makes a ZIP of PDFs; who failed is named and can be tried again', async () => {
  const { program, mend } = fakeChromium('<bdi>Sever Group</bdi>')
  const { start, answerOf, whenOver, look, named, ask, clients, states } = await open({
    PDF_CHROMIUM: program,
  })
  expect((await look()).makes_pdf).toBe(true)
  const sever = named('info@severgroup.ru')
  const other = clients.find((one) => one.client !== sever)!
  await answerOf(start({ way: 'pdf', clients: [sever, other.client] }))
  expect(states(await whenOver())).toEqual(['pdf_ended', 'done'])
  mend()
  await answerOf(ask('POST', `${PATH}/retry`, { clients: [sever, other.client] }))
  expect(states(await whenOver())).toEqual(['done', 'done'])
  const file = await ask('GET', `${PATH}/file`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="callboard-reports-2026-10.zip"')
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect(Object.keys(files)).toHaveLength(2)
  const page = new TextDecoder().decode(files['sever-group-callboard-report-2026-10-01_2026-10-31.pdf'])
  expect(page).toContain('<bdi>Sever Group</bdi>')
  expect((await ask('DELETE', PATH)).status).toBe(204)
  expect((await ask('GET', `${PATH}/file`)).status).toBe(404)
  expect((await look()).job).toBeNull()
})

test('without a Chromium no PDF is begun', async () => {
  const { start, look } = await open()
  expect(await look()).toMatchObject({ makes_pdf: false, sends_mail: true, job: null })
  expect(await answeredError(start({ way: 'pdf' }))).toEqual([400, { way: 'no_pdf' }])
  expect((await look()).job).toBeNull()
})

test('cancels what has not begun, refuses a second job meanwhile, and goes on with a retry', async () => {
  const { program } = fakeChromium()
  const { start, answerOf, whenOver, ask, clients, states } = await open({ PDF_CHROMIUM: program })
  const many = clients.slice(0, 6).map(({ client }) => client)
  await answerOf(start({ way: 'pdf', clients: many }))
  expect(await answeredError(start())).toEqual([409, 'request_pending'])
  await answerOf(ask('POST', `${PATH}/cancel`, {}))
  const over = await whenOver()
  expect(states(over)).toEqual(many.map(() => 'cancelled'))
  await answerOf(ask('POST', `${PATH}/retry`, { clients: many.slice(0, 1) }))
  expect(states(await whenOver())).toEqual(['done', ...many.slice(1).map(() => 'cancelled')])
})

test('monthly-isolation: another account’s clients are refused, and its job is not seen', async () => {
  const { start, ask, look, named, signIn, send, body, whenOver } = await open()
  expect(await answeredError(start({ clients: [named('info@severgroup.ru'), '99999'] }))).toEqual([
    403,
    'client_forbidden',
  ])
  expect((await look()).job).toBeNull()
  await start()
  await whenOver()
  const other = cookieOf(await signIn('igor@domograd.ru', 'domograd'))
  for (const [method, path, sent] of [
    ['GET', `?month=${MONTH}`],
    ['POST', '', body({})],
    ['POST', '/cancel', {}],
    ['POST', '/retry', { clients: ['1'] }],
    ['GET', '/file'],
    ['DELETE', ''],
  ] as const)
    expect(
      await answeredError(
        send(`/api${PATH}${path}`, {
          method,
          cookie: other,
          ...(sent && { body: JSON.stringify(sent) }),
        }),
      ),
    ).toEqual([403, 'access_denied'])
  expect(await answeredError(ask('POST', `${PATH}/retry`, { clients: ['99999'] }))).toEqual([
    403,
    'client_forbidden',
  ])
})

test('is for who may export, and makes nothing in a presentation', async () => {
  const without = await open(
    {},
    directoryFrom(JSON.stringify({ users: { [AGENCY]: { rights: ['listen'] } } })),
  )
  expect(await answeredError(without.start())).toEqual([403, 'right_missing'])
  const { send, cookie, body } = await open()
  const refused = await send(`/api${PATH}`, {
    method: 'POST',
    cookie: `${cookie}; ${PRIVACY_MODE_COOKIE}=x`,
    body: JSON.stringify(body({})),
  })
  expect(refused.status).toBe(409)
})

test('refuses a month that is not over or not stored, and what is no request', async () => {
  const { start } = await open()
  expect(await answeredError(start({ month: '2026-11' }))).toEqual([400, { month: 'not_over' }])
  expect(await answeredError(start({ month: '2016-11' }))).toEqual([400, { month: 'not_kept' }])
  for (const wrong of [{ month: '2026-13' }, { clients: [] }, { zone: 'Mars' }, { way: 'fax' as 'pdf' }])
    expect(await answeredError(start(wrong))).toEqual([400, 'invalid_request'])
})

test('a session that ends takes its job with it', async () => {
  const { start, whenOver, ask, signIn, send } = await open()
  await start()
  await whenOver()
  expect((await ask('DELETE', '/session')).status).toBeLessThan(300)
  const cookie = cookieOf(await signIn(AGENCY, 'northline'))
  const { job } = monthlyAnswer.parse(await (await send(`/api${PATH}?month=${MONTH}`, { cookie })).json())
  expect(job).toBeNull()
})

test('is forgotten a day after it is over', async () => {
  const { start, whenOver, look, pass } = await open()
  await start()
  await whenOver()
  pass(DAY_MS + 1)
  expect((await look()).job).toBeNull()
})
