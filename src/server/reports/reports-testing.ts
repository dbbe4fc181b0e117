import { afterEach, expect } from 'vitest'
import { reportsAnswer, type ReportSettings, type ReportsAnswer } from '#/contract/delivery/reports.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { startMailServer } from '#/server/mail/mail-server-testing.ts'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { directoryWithout, type Directory } from '#/server/identity/directory.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { cookieOf, createHarness, type Harness } from '#/server/testing.ts'
import { copySample } from '#/test/sample-file.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Last week, to two people. */
export const WEEKLY_REPORT: ReportSettings = {
  client: null,
  object: null,
  timing: { every: 'week', weekday: 1, at: '09:00' },
  zone: 'Europe/Moscow',
  language: 'en',
  to: ['olga@sever.example', 'oleg@sever.example'],
}
/** Monday, November 23, 09:00 in Moscow. */
export const DUE = Date.parse('2026-11-23T06:00:00Z')
const START = Date.parse('2026-11-20T14:03:00Z')

/** A server with archive, mail server and sample data, and a signed-in user. */
export const openReports = async (
  account: 'igor@domograd.ru' | 'anna.kovaleva@northline.ru' = 'igor@domograd.ru',
  directory: Directory = directoryWithout(SAMPLE_SIGN_INS),
  env: Readonly<Record<string, string>> = {},
) => {
  const mails = await startMailServer()
  closing.push(mails.close)
  const { file, remove } = await copySample()
  const database = await openReferenceDatabase(file)
  closing.push(remove, () => database.destroy())
  let at = START
  const service = createReferenceService({ database, publicUrl: 'http://localhost:8080', now: () => at })
  const { database: stored, store } = await openTestStore()
  closing.push(() => stored.destroy())
  const harness = await createHarness(
    {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Callboard <callboard@sever.example>',
      SESSION_IDLE: '999h',
      SESSION_MAX: '999h',
      ...env,
    },
    {
      archive: store,
      directory,
      fetch: (request) =>
        service.fetch(new Request(request.url.replace('https://api.test/base', 'http://localhost'), request)),
    },
  )
  closing.push(() => harness.app.archive?.stop())
  const { password } = SAMPLE_SIGN_INS.find(({ email }) => email === account)!
  const cookie = cookieOf(await harness.signIn(account, password))
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> =>
    harness.send(`/api${path}`, { method, cookie, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const readReports = async (answer: Response | Promise<Response>): Promise<ReportsAnswer> => {
    const response = await answer
    expect(response.status).toBe(200)
    return reportsAnswer.parse(await response.json())
  }
  const pass = (ms: number) => {
    at += ms
    harness.pass(ms)
  }
  return { ...harness, ...mails, pass, ask, readReports, cookie, service: database }
}
export const answeredError = async (answer: Promise<Response>) => {
  const response = await answer
  const { error } = (await response.json()) as { error: unknown }
  return [response.status, error]
}
/** Advances to the due time of {@link WEEKLY_REPORT}. */
export const toDue = ({ pass }: Pick<Harness, 'pass'>) => pass(DUE - START)
