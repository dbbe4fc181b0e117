import { expect, test, vi } from 'vitest'
import { inLocale } from '#/i18n/locale.ts'
import { atLabel, runLabel } from './report-labels.ts'

const at = (zone: string) => atLabel({ timing: { every: 'day', at: '09:00' }, zone })

test('the zone of a report’s time is called as the language calls it', () => {
  expect(inLocale('en', () => at('Europe/Moscow'))).toBe('09:00, Moscow Time')
  expect(inLocale('ru', () => at('Europe/Moscow'))).toBe('09:00, Москва')
  expect(inLocale('ru', () => at('America/Argentina/Buenos_Aires'))).toBe('09:00, Буэнос-Айрес')
})

test('where a browser does not know a city’s name in Russian, its zone is called by it', () => {
  const real = Intl.DateTimeFormat
  const chromium = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (_, options) {
    // Chromium's output in Russian.
    return new real(options?.timeZoneName === 'shortGeneric' ? 'en' : 'ru', options)
  })
  expect(inLocale('ru', () => at('Europe/Moscow'))).toBe('09:00, Москва')
  chromium.mockRestore()
})

test('a report that failed for some says how many got it', () => {
  const run = {
    report: 'a',
    due: 0,
    state: 'failed',
    is_late: false,
    is_asked: false,
    try_at: null,
    ended: null,
    reason: 'mailbox_refused',
    said: null,
    contacts: null,
    no_pdf: null,
  } as const
  expect(inLocale('en', () => runLabel({ ...run, sent: 9 }).detail)).toMatch(/, received by 9$/)
  expect(inLocale('ru', () => runLabel({ ...run, sent: 9 }).detail)).toMatch(/, получили: 9$/)
  const partly = { ...run, state: 'done', ended: '2026-11-20T12:00:00Z', sent: 9 } as const
  expect(inLocale('en', () => runLabel(partly))).toMatchObject({ is: 'failed', state: 'Failed' })
  expect(inLocale('en', () => runLabel({ ...partly, reason: null }))).toMatchObject({ is: 'sent' })
  expect(inLocale('en', () => runLabel({ ...run, sent: 0 }).detail)).not.toContain('received')
})
