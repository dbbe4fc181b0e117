import type { Locale } from '#/i18n/locale.ts'

export const numberText = (value: number, language: Locale, digits = 0): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(
    value,
  )

export const percentText = (value: number, language: Locale, digits: number): string =>
  new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)

export const countInputs = (count: number, language: Locale) => ({
  count,
  shown: numberText(count, language),
})
