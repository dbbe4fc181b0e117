import { expect, onTestFinished } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { alertsAnswer, savedAlert, type AlertRule } from '#/contract/alerts/alerts.ts'
import { DAY_MS, dayNumber, HOUR_MS } from '#/contract/day.ts'
import type { CreateAppOptions } from '#/server/parts.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { startMailServer } from '#/server/mail/mail-server-testing.ts'
import { createHarness, json } from '#/server/testing.ts'

export const TEST_RULE: AlertRule = {
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
/** 17:03 in Moscow by the harness's clock. */
const TODAY = dayNumber('2026-11-20')
export const UNTIL_NINE_MS = 16 * HOUR_MS

/**
 * A harness with an alert, ten weeks of contacts and a mail server.
 * @param bad days with a third of the calls missed, from today on
 */
export const watchedAlert = async (
  rule: Partial<AlertRule>,
  {
    bad = [0],
    smtp = {},
    isAllowed = true,
    env = {},
    overrides = {},
  }: {
    bad?: number[]
    smtp?: SMTPServerOptions | null
    isAllowed?: boolean
    env?: Record<string, string>
    overrides?: Partial<CreateAppOptions>
  } = {},
) => {
  const mails = smtp && (await startMailServer(smtp))
  if (mails) onTestFinished(mails.close)
  const { store } = await openTestStore()
  const harness = await createHarness(
    { ...(mails && { SMTP_URL: mails.url, MAIL_FROM: 'callboard@example.com' }), ...env },
    { archive: store, ...overrides },
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
    return json(pageOfContacts(come, new URL(request.url).searchParams, 20))
  }
  const cookie = await harness.enter()
  if (isAllowed)
    expect((await harness.send('/api/standing', { method: 'PUT', cookie, body: '{}' })).status).toBe(200)
  const added = await harness.send('/api/alerts', {
    method: 'POST',
    cookie,
    body: JSON.stringify({ version: 0, rule: { ...TEST_RULE, ...rule } }),
  })
  const { alert } = savedAlert.parse(await added.json())
  const tick = () => harness.app.scheduler.tick()
  return {
    ...harness,
    cookie,
    alert,
    caught: mails?.caught ?? [],
    tick,
    /** Advances the clock, and runs what is due. */
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
