import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayText } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import { objectsAnswer } from '#/contract/object.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { stopsDetail, stopsTitle } from '#/domain/expiry-forecast/stop-labels.ts'
import { inLocale } from '#/i18n/locale.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { COUNT, VALUE } from '#/test/sql/contacts-in-sql.ts'
import { openReports, toDue, WEEKLY_REPORT } from './reports-testing.ts'

type Opened = Awaited<ReturnType<typeof openReports>>

const firstMail = async (opened: Opened, settings: ReportSettings) => {
  await opened.readReports(opened.ask('POST', '/reports', { version: 0, settings }))
  toDue(opened)
  await opened.app.scheduler.tick()
  return readMail(opened.caught[0]!.raw).parts.map((part) => part.text.replaceAll('\r\n', '\n'))
}
const objectsOf = async ({ ask }: Opened) =>
  objectsAnswer.lenient.parse(await (await ask('GET', '/v2/objs/')).json()).objs.filter(isReadable)

test('notes of the days stand in the mail where that is chosen, without numbers and e-mails; of a report that was there before, nothing', async () => {
  const opened = await openReports()
  const { ask } = opened
  await ask('PUT', '/standing')
  const [one, other] = await objectsOf(opened)
  const note = (day: string, text: string, oid: string | null = null) =>
    ask('POST', '/notes', { day, reach: oid === null ? 'client' : 'object', oid, text })
  await note('2026-11-18', 'New <b>landing</b> page, ask olga@sever.example or +7 (916) 123-45-67')
  await note('2026-11-17', 'Prices raised', one!.oid)
  await note('2026-11-15', 'The week before')
  const settings = { ...WEEKLY_REPORT, with_notes: true }
  const [text, html] = await firstMail(opened, settings)
  expect(text).toContain(
    `Notes\nNov 17: Prices raised (${objectName(one!)})\nNov 18: New <b>landing</b> page, ask ••• or •••\n`,
  )
  expect(html).toContain('New &lt;b&gt;landing&lt;/b&gt; page, ask ••• or •••')
  for (const body of [text, html]) expect(body).not.toMatch(/The week before|olga@sever\.example or|123-45/)

  // Not in a report of another object.
  opened.caught.length = 0
  const { reports } = await opened.readReports(
    ask('POST', '/reports', { version: 0, settings: { ...settings, object: other!.oid, language: 'ru' } }),
  )
  const { id } = reports.find(({ settings: { object } }) => object === other!.oid)!
  await opened.readReports(ask('POST', `/reports/${id}/send`, {}))
  await expect.poll(() => opened.caught.length, { timeout: 20_000 }).toBe(2)
  const russian = readMail(opened.caught[0]!.raw).parts[0]!.text
  expect(russian).toMatch(/Заметки\r?\n18\sнояб\.: New/)
  expect(russian).not.toContain('Prices raised')
})

test('a report that says nothing of notes goes out without them', async () => {
  const opened = await openReports()
  await opened.ask('PUT', '/standing')
  await opened.ask('POST', '/notes', { day: '2026-11-18', reach: 'client', oid: null, text: 'For us alone' })
  for (const body of await firstMail(opened, WEEKLY_REPORT)) expect(body).not.toMatch(/For us alone|Notes/)
})

test('the mail says which object stops soon, by the day and the figure that the screen has', async () => {
  const opened = await openReports()
  const { service, ask } = opened
  await ask('PUT', '/standing')
  await sql`update objects set details = json_set(details, '$.expiration_date', '25.11.2026 10:00:00', '$.sessions', 100000)
    where account_id = (select id from accounts where email = 'igor@domograd.ru')`.execute(service)
  const objects = await objectsOf(opened)
  const [text, html] = await firstMail(opened, WEEKLY_REPORT)
  const { rows } = await sql<{ oid: string }>`
    select o.oid from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status = 3 and c.day between '2026-11-16' and '2026-11-22'
    group by o.id order by count(*) desc limit 1`.execute(service)
  const dearest = objects.find(({ oid }) => oid === rows[0]!.oid)!
  const ends = forecastExpiry(dearest, dayText(Math.floor(Date.parse('2026-11-23') / 86_400_000)))
  if (ends.state === 'unknown') throw new Error(ends.why)
  expect(ends.daysLeft).toBe(2)
  const [title, detail] = inLocale('en', () => [stopsTitle(objectName(dearest), ends), stopsDetail(ends)])
  expect(detail).toBe('The paid period ends in 2 days')
  expect(text).toContain(`- ${title}. ${detail}.`)
  expect(html).toContain(`${title}.`)
})

test('the mail says the missed rate in working hours too, where an object has them, as SQL counts it', async () => {
  const opened = await openReports()
  const { service, ask } = opened
  await ask('PUT', '/standing')
  const { rows } = await sql<{ oid: string; calls: number; missed: number }>`
    select o.oid, ${COUNT.calls} calls, ${COUNT.missed} missed
    from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status = 3 and c.day between '2026-11-16' and '2026-11-22'
      and ${VALUE.weekday} in ('0', '1', '2', '3', '4') and cast(${VALUE.hour} as integer) between 10 and 17
    group by o.oid order by 2 desc limit 1`.execute(service)
  const { oid, calls, missed } = rows[0]!
  expect(calls).toBeGreaterThan(0)
  const hours = { from: '10:00', to: '18:00' }
  const week = [hours, hours, hours, hours, hours, null, null]
  expect((await ask('PUT', '/working-hours', { oid, version: 0, week })).status).toBe(200)
  const [text, html] = await firstMail(opened, WEEKLY_REPORT)
  const rateText = `${((missed / calls) * 100).toFixed(1)}% in working hours`
  expect(text).toMatch(new RegExp(`^Missed rate: .*, ${rateText}$`, 'm'))
  expect(html).toContain(rateText)
})
