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
import { addGoal, addRemark, chosenSize, shownAs, whole, type BenchOptions } from './report.ts'

/*
 * What alerts and reports of an agency with 24 clients cost in a week that is run by the clock, ten minutes at a time.
 * New contacts arrive during the week. `--days 1` runs less of it.
 */

/** Monday, 00:00 in Moscow. */
const MONDAY = Date.parse('2026-11-22T21:00:00Z')
const STEP_MS = 10 * MINUTE_MS
const MANAGER = 'anna.kovaleva@northline.ru'
const ZONE = 'Europe/Moscow'
const NEXT = {
  twice: 'See the lease of a step in the schedule: who begins it without holding it',
  requests: 'Log which alert asks for which days, and let those that are due together share one reading',
} as const

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

/** A day and client, as the dialogs of these alerts name: what one has read, another that is due then does not ask for again. */
const NAMED_REQUESTS = KINDS.reduce((sum, kind) => sum + requestsPerDay(ruleOf(kind)), 0)

/** Contacts of the service that have not come yet. @returns lets those come that have by a moment */
const holdBack = async (service: Kysely<never>, from: number) => {
  await sql`pragma foreign_keys = off`.execute(service)
  await sql`create table later as select * from contacts where occurred_at > ${from}`.execute(service)
  await sql`delete from contacts where occurred_at > ${from}`.execute(service)
  return async (until: number) => {
    await sql`insert into contacts select * from later where occurred_at <= ${until}`.execute(service)
    await sql`delete from later where occurred_at <= ${until}`.execute(service)
  }
}

/** A server whose alerts and reports are set up, at the Monday. */
const startWeek = async (contacts: number, days: number) => {
  const service = await openReferenceDatabase(':memory:')
  console.log(`Making ${whole(contacts)} sample contacts …`)
  await makeSampleData(service, { contacts, seed: 20_261_120, now: MONDAY + days * DAY_MS })
  const mails = await startMailServer()
  const { store } = await openTestStore()
  const state = { at: MONDAY, requests: 0 }
  const reference = createReferenceService({
    database: service,
    publicUrl: 'http://localhost:8080',
    now: () => state.at,
  })
  const harness = await createHarness(
    { SMTP_URL: mails.url, MAIL_FROM: 'callboard@northline.ru', SESSION_IDLE: '9999h', SESSION_MAX: '9999h' },
    {
      archive: store,
      directory: directoryWithout(SAMPLE_SIGN_INS),
      fetch: (request) => {
        state.requests++
        const url = request.url.replace('https://api.test/base', 'http://localhost')
        return reference.fetch(new Request(url, request))
      },
    },
  )
  const { options, app, send, pass, database } = harness
  /** The clock goes on to a moment; what waits in between may have moved it already. */
  const goTo = (moment: number) => {
    pass(Math.max(0, moment - options.now()))
    state.at = options.now()
  }
  const doWhatIsDue = async () => {
    const isDue = async (): Promise<boolean> => {
      const now = options.now()
      const { rows } = await sql<{ due: number }>`
        select (select count(*) from schedules where next_due <= ${now} and deleted is null)
          + (select count(*) from schedule_runs where (state = 'waiting' and try_at <= ${now}) or state = 'held') as due`.execute(
        database,
      )
      return Number(rows[0]?.due) > 0
    }
    while (await isDue()) await app.scheduler.tick()
  }
  const come = await holdBack(service as unknown as Kysely<never>, MONDAY)
  goTo(MONDAY - 2 * HOUR_MS)
  const { password } = SAMPLE_SIGN_INS.find(({ email }) => email === MANAGER)!
  const cookie = cookieOf(await harness.signIn(MANAGER, password))
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await send(`/api${path}`, { method, cookie, ...sent })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await ask('PUT', '/standing', {})
  const agencies = agencyAnswer.lenient.parse(await ask('GET', '/v2/agency'))
  const clients = agencies.flatMap((agency) => agency.clients).filter(isReadable)
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
  // The first evaluation reads the history once; the week is measured without it.
  for (const moment of [MONDAY - HOUR_MS, MONDAY]) {
    goTo(moment)
    await doWhatIsDue()
  }
  return { state, database, mails, clients: clients.length, goTo, come, doWhatIsDue }
}

export const measureWeek = async (options: BenchOptions): Promise<void> => {
  const days = chosenSize(options.days, options, 7, 1)
  const contacts = chosenSize(options.contacts, options, 60_000, 12_000)
  const week = await startWeek(contacts, days)
  const { state, database, mails, clients, goTo, come, doWhatIsDue } = week
  state.requests = 0
  const before = mails.caught.length
  const cpu = process.cpuUsage()
  let mostInAStep = 0
  for (let moment = MONDAY + STEP_MS; moment <= MONDAY + days * DAY_MS; moment += STEP_MS) {
    goTo(moment)
    await come(moment)
    const requestsBefore = state.requests
    await doWhatIsDue()
    mostInAStep = Math.max(mostInAStep, state.requests - requestsBefore)
  }
  const { user, system } = process.cpuUsage(cpu)
  const sent = mails.caught.slice(before)
  const toClients = sent.filter(({ raw }) => !raw.includes(`To: ${MANAGER}`)).length
  const { rows: twice } = await sql`
    select 1 from schedule_steps group by schedule, due, step having count(*) > 1`.execute(database)
  const cpuEach = (user + system) / 1_000_000 / days
  addRemark(
    `${clients} clients, ${KINDS.length} alerts on all of them, a weekly report of each to two people; ${days} days, ten minutes at a time: ${whole(sent.length)} mails, ${whole(toClients)} of them to clients, ${whole(state.requests)} requests to the service, ${whole(mostInAStep)} at most in ten minutes, ${shownAs(cpuEach, 's')} s of CPU a day (one process with the sample service, the mail server and SQLite in it).`,
  )
  addGoal('the same step begun twice', twice.length, 0, '', NEXT.twice)
  const requests = state.requests / days / clients
  addGoal('requests a day and client, as the dialogs name', requests, NAMED_REQUESTS, '', NEXT.requests)
  await mails.close()
}
