import { expect, test } from 'vitest'
import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { Incident } from '#/contract/alerts/alerts.ts'
import { dayNumber } from '#/contract/day.ts'
import type { Locale } from '#/i18n/locale.ts'
import { alertMail } from './mail.ts'
import { alertLabels } from './labels.ts'

const AT = Date.parse('2026-11-20T06:00:00Z')
/** The text of a mail about the object `o/1`. */
const subjectOf = (
  kind: AlertKind,
  language: Locale,
  incident: Partial<Incident>,
  client: string | null = null,
): string => {
  const rule = { kind, language, threshold: 60, objects: null, at_most: 'hourly' } as const
  const whole: Incident = { subject: 'x', at: AT, oid: 'o/1', value: 0, of: null, usual: null, ...incident }
  const words = alertLabels(rule, whole, { client: 'Sever', object: 'Hotel', offset: 180 })
  const parts = [{ ...words, client }]
  return alertMail({ ...rule, parts, publicUrl: 'https://c.test', stop: 'https://c.test/stop' }).text
}

test.each([
  [
    0,
    /^0 contacts by 09:00 today, where 7\.6 are usual\.$/m,
    /^Сегодня к 09:00 пришло 0 обращений, обычно 7,6\.$/m,
  ],
  [1, /^1 contact by 09:00 /m, /пришло 1 обращение,/],
  [3, /^3 contacts by 09:00 /m, /пришло 3 обращения,/],
])('an object with %i contacts has gone silent, said in each language', (value, english, russian) => {
  expect(subjectOf('silent', 'en', { value, usual: 7.6 })).toMatch(english)
  expect(subjectOf('silent', 'ru', { value, usual: 7.6 })).toMatch(russian)
})

test.each([
  [-1, 'Sever, Hotel has stopped', 'Sever, Hotel: отслеживание остановлено'],
  [0, 'Sever, Hotel stops today', 'Sever, Hotel: отслеживание остановится сегодня'],
  [1, 'Sever, Hotel stops in 1 day', 'Sever, Hotel: отслеживание остановится через 1 день'],
])('an object that stops in %i days, said in each language', (value, english, russian) => {
  const of = dayNumber('2026-11-20') + value
  expect(subjectOf('stops', 'en', { value, of })).toContain(`${english}\n`)
  expect(subjectOf('stops', 'ru', { value, of })).toContain(`${russian}\n`)
})

test('a mail leads to its object, and says by which alert it came and how often it may', () => {
  const waiting = subjectOf('waiting', 'en', { value: 75, of: 3 }, '7')
  expect(waiting).toContain('Open in Callboard: https://c.test/call-back?object=o%2F1&client=7\n')
  expect(waiting).toContain(
    'because the alert “Caller waits longer than 60 minutes” in Callboard names you, at most once an hour. It has no',
  )
  expect(subjectOf('stops', 'en', { of: 1 })).toContain('https://c.test/objects/o%2F1\n')
  expect(subjectOf('silent', 'en', {})).toContain('https://c.test/overview?object=o%2F1\n')
  expect(subjectOf('silent', 'en', { oid: null })).toContain('https://c.test/overview\n')
  expect(subjectOf('silent', 'ru', {})).toMatch(
    /в уведомлении «Объект замолчал» в Callboard\. Оно приходит не чаще раза в час\. /,
  )
})
