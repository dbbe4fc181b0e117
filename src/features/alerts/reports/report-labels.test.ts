import { expect, test, vi } from 'vitest'
import { inLocale } from '#/i18n/locale.ts'
import { atLabel } from './report-labels.ts'

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
