import process from 'node:process'
import { sql, type Kysely } from 'kysely'
import { agencyAnswer } from '#/contract/agency.ts'
import { limitsOf, requestsPerDay, type AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { AlertRule } from '#/contract/alerts/alerts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/contract/day.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import { isReadable } from '#/contract/field.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { directoryWithout } from '#/server/identity/directory.ts'
import { startMailServer } from '#/server/mail/mail-server-testing.ts'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData, SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { cookieOf, createHarness } from '#/server/testing.ts'
import { printFigures, printNote } from './support.ts'

/*
 * npm run bench:week: what alerts and reports of an agency with 24 clients cost in a week that is run by the clock, ten minutes at a
 * time: mails, requests to the service, CPU. Contacts come as the week goes by. `-- --days 1` runs less of it, `-- --contacts 20000`
 * with fewer.
 */

const argumentOf = (name: string, usual: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : Number(process.argv[at + 1])
}
const DAYS = argumentOf('days', 7)
const CONTACTS = argumentOf('contacts', 60_000)

/** Monday, 00:00 in Moscow. */
const MONDAY = Date.parse('2026-11-22T21:00:00Z')
const END = MONDAY + DAYS * DAY_MS
const STEP_MS = 10 * MINUTE_MS
const MANAGER = 'anna.kovaleva@northline.ru'
const ZONE = 'Europe/Moscow'

/** Every kind that needs no plan, all clients; the most useful one at once. */
const KINDS: readonly AlertKind[] = [
  'missed_caller',
  'waiting',
  'silent',
  'missed_rate',
  'below_usual',
  'stops',
  'trouble',
]
const ruleOf = (kind: AlertKind): AlertRule => {
  const { threshold, atMost } = limitsOf(kind)
  return {
    kind,
    threshold: threshold?.usual ?? null,
    min_calls: kind === 'missed_rate' ? 20 : null,
    readings: 1,
    clients: null,
    objects: null,
    to: [MANAGER],
    webhook: null,
    at_most: atMost,
    quiet: { from: 21 * 60, to: 8 * 60 },
    language: 'ru',
    zone: ZONE,
    is_on: true,
  }
}

/** A day and client, as the dialogs of these alerts tell: what one has read, another that is due then does not ask for again. */
const TOLD_REQUESTS = KINDS.reduce((sum, kind) => sum + requestsPerDay(ruleOf(kind)), 0)

/** Contacts of the service that have not come yet. */
const holdBack = async (service: Kysely<never>, from: number) => {
  await sql`pragma foreign_keys = off`.execute(service)
  await sql`create table later as select * from contacts where occurred_at > ${from}`.execute(service)
  await sql`delete from contacts where occurred_at > ${from}`.execute(service)
  return async (until: number) => {
    await sql`insert into contacts select * from later where occurred_at <= ${until}`.execute(service)
    await sql`delete from later where occurred_at <= ${until}`.execute(service)
  }
}

const service = await openReferenceDatabase(':memory:')
console.log(`Making ${CONTACTS.toLocaleString('en')} sample contacts …`)
await makeSampleData(service, { contacts: CONTACTS, seed: 20_261_120, now: END })
const mails = await startMailServer()
const { store } = await openTestStore()
let at = MONDAY
const reference = createReferenceService({
  database: service,
  publicUrl: 'http://localhost:8080',
  now: () => at,
})
let requests = 0
const harness = await createHarness(
  { SMTP_URL: mails.url, MAIL_FROM: 'callboard@northline.ru', SESSION_IDLE: '9999h', SESSION_MAX: '9999h' },
  {
    archive: store,
    directory: directoryWithout(SAMPLE_SIGN_INS),
    fetch: (request) => {
      requests++
      return reference.fetch(
        new Request(request.url.replace('https://api.test/base', 'http://localhost'), request),
      )
    },
  },
)
const { options, app, send, pass, log } = harness
/** The clock goes on to a moment; what waits in between may have moved it already. */
const goTo = (moment: number) => {
  pass(Math.max(0, moment - options.now()))
  at = options.now()
}
const come = await holdBack(service as unknown as Kysely<never>, MONDAY)
goTo(MONDAY - 2 * HOUR_MS)
const { password } = SAMPLE_SIGN_INS.find(({ email }) => email === MANAGER)!
const cookie = cookieOf(await harness.signIn(MANAGER, password))
const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const answer = await send(`/api${path}`, {
    method,
    cookie,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
await ask('PUT', '/standing', {})
const clients = agencyAnswer.lenient
  .parse(await ask('GET', '/v2/agency'))
  .flatMap((agency) => agency.clients)
  .filter(isReadable)
for (const kind of KINDS) await ask('POST', '/alerts', { version: 0, rule: ruleOf(kind) })
for (const { client } of clients) {
  const settings: ReportSettings = {
    client,
    object: null,
    timing: { every: 'week', weekday: 1, at: '09:00' },
    zone: ZONE,
    language: 'ru',
    to: [MANAGER, `${client}@client.example`],
  }
  await ask('POST', '/reports', { version: 0, settings })
}

/** Whether anything is due or waits for a server. */
const isDue = async (): Promise<boolean> => {
  const now = options.now()
  const { rows } = await sql<{ due: number }>`
    select (select count(*) from schedules where next_due <= ${now} and deleted is null)
      + (select count(*) from schedule_runs where (state = 'waiting' and try_at <= ${now}) or state = 'held') as due`.execute(
    harness.database,
  )
  return Number(rows[0]?.due) > 0
}
const doWhatIsDue = async () => {
  while (await isDue()) await app.scheduler.tick()
}

// What was never read is read at the first look: no cost of a week.
const filled = performance.now()
goTo(MONDAY - HOUR_MS)
await doWhatIsDue()
console.log(
  `First reading: ${requests.toLocaleString('en')} requests, ${((performance.now() - filled) / 1000).toFixed(0)} s`,
)
goTo(MONDAY)
await doWhatIsDue()

requests = 0
const before = mails.caught.length
const cpu = process.cpuUsage()
const started = performance.now()
let mostInAStep = 0
for (let moment = MONDAY + STEP_MS; moment <= END; moment += STEP_MS) {
  goTo(moment)
  await come(moment)
  const asked = requests
  await doWhatIsDue()
  mostInAStep = Math.max(mostInAStep, requests - asked)
}
const { user, system } = process.cpuUsage(cpu)
const cpuSeconds = (user + system) / 1_000_000
const sent = mails.caught.slice(before)
const isReport = ({ raw }: { readonly raw: string }) => !raw.includes(`To: ${MANAGER}`)
const { rows: runs } = await sql<{ kind: string; state: string; runs: number }>`
  select s.kind as kind, r.state as state, count(*) as runs from schedule_runs r join schedules s on s.id = r.schedule
  where r.due > ${MONDAY} group by 1, 2 order by 1, 2`.execute(harness.database)
const { rows: told } = await sql<{ kind: string; told: number; found: number }>`
  select kind, count(*) as told, sum(json_array_length(firings)) as found from alert_runs where at > ${MONDAY}
  group by 1 order by 1`.execute(harness.database)
const { rows: twice } = await sql<{ mails: number }>`
  select count(*) as mails from schedule_steps group by schedule, due, step having count(*) > 1`.execute(
  harness.database,
)
const perDay = (value: number) => (value / DAYS).toLocaleString('en', { maximumFractionDigits: 1 })
const whole = (value: number) => value.toLocaleString('en')

printNote(
  `${clients.length} clients, ${KINDS.length} alerts on all of them (one at once, two hourly, the others daily), a weekly report of each to two people; ${DAYS} days by the clock, ten minutes at a time, in ${((performance.now() - started) / 1000).toFixed(0)} s. CPU is that of one process with the sample service, the mail server and SQLite in it.`,
)
printFigures('week', [
  { name: 'mails', value: `${whole(sent.length)}, ${perDay(sent.length)} a day` },
  { name: 'of them to clients', value: whole(sent.filter(isReport).length) },
  { name: 'mails a day to the manager', value: perDay(sent.filter((one) => !isReport(one)).length) },
  {
    name: 'the same step begun twice',
    value: whole(twice.length),
    goal: '0',
    met: twice.length === 0,
  },
  { name: 'requests to the service', value: `${whole(requests)}, ${perDay(requests)} a day` },
  {
    name: 'requests a day and client',
    value: (requests / DAYS / clients.length).toFixed(1),
    goal: `${TOLD_REQUESTS}, as the dialogs tell`,
    met: requests / DAYS / clients.length <= TOLD_REQUESTS,
  },
  { name: 'most requests within ten minutes', value: whole(mostInAStep) },
  { name: 'CPU', value: `${cpuSeconds.toFixed(0)} s, ${perDay(cpuSeconds)} s a day` },
  {
    name: 'CPU of a look at a client',
    value: `${((1000 * cpuSeconds) / (DAYS * clients.length * (144 + 2 * 24 + 4))).toFixed(1)} ms`,
  },
  ...runs.map(({ kind, state, runs: count }) => ({
    name: `runs: ${kind}, ${state}`,
    value: whole(count),
  })),
  ...told.map(({ kind, told: count, found }) => ({
    name: `told: ${kind}`,
    value: `${whole(count)} times, ${whole(found)} findings`,
  })),
])
for (const { event } of log.filter((entry) => entry.event === 'error').slice(0, 3)) console.error(event)
await mails.close()
await app.archive?.stop()
process.exit(0)
