import { SPENT_MAX } from '#/contract/preferences.ts'
import { currencyNamed } from './currency.ts'

export type DecimalSign = ',' | '.'

export type AmountProblem = 'no_amount' | 'no_number' | 'negative' | 'too_big'

export type ReadAmount =
  | {
      readonly is: 'read'
      /** In hundredths at most. */
      readonly amount: number
      /** Its currency code or ambiguous sign, which is not stored, or null. */
      readonly currency: string | null
    }
  | { readonly is: AmountProblem }

/** Digits without thousands separators; null: not grouped by thousands. */
const wholeDigits = (text: string): string | null => {
  if (/^\d*$/.test(text)) return text
  // Indian grouping: 12,34,567.
  if (/^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text)) return text.replaceAll(',', '')
  const [, separator] = /^\d{1,3}([ '’.,])\d{3}/.exec(text) ?? []
  if (separator === undefined) return null
  const [first = '', ...groups] = text.split(separator)
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
    ? first + groups.join('')
    : null
}

const cutNumber = (plain: string) => {
  const found = /^([^\d]*)(\d(?:.*\d)?)(.*)$/su.exec(plain)
  if (!found) return null
  const [, before = '', number = '', after = ''] = found
  // ".5": the sign belongs to the number, but not in "руб.5".
  const lead = /^([^.,\p{L}]*)([.,])$/u.exec(before)
  return lead ? { before: lead[1]!, number: lead[2]! + number, after } : { before, number, after }
}

const beside = (text: string) => text.replaceAll(/[+−–()-]|^\s*['’]|['’]\s*$/g, '').trim()

const inspect = (text: string) => {
  const plain = text.normalize('NFKC').trim()
  const { before, number, after } = cutNumber(plain) ?? { before: plain, number: '', after: '' }
  const words = [before, after].map(beside).filter((word) => word !== '')
  const signs = number.match(/[.,]/g) ?? []
  const last = signs.at(-1) as DecimalSign | undefined
  const lastGroup = last === undefined ? '' : number.slice(number.lastIndexOf(last) + 1)
  const head = last === undefined ? number : number.slice(0, number.lastIndexOf(last))
  const isSeveral = signs.length > 1
  const decimal: DecimalSign | 'none' | 'unsure' =
    last === undefined
      ? 'none'
      : isSeveral
        ? signs.filter((sign) => sign === last).length > 1
          ? 'none'
          : last
        : // "1,234" may be either; "1234,500", "0,125" and "1 234,500" are not.
          lastGroup.length === 3 && /^[1-9]\d{0,2}$/.test(head)
          ? 'unsure'
          : last
  const isNegative = /[-−–(]\s*[^\d\s]*\s*$/u.test(before) || /^\s*[-−–]/.test(before) || /^[-−–]/.test(after)
  return { plain, words, number, decimal, last, isNegative }
}

/**
 * A column's decimal sign by its unambiguous amounts, or null.
 * @param texts raw amounts
 */
export const decimalSignOf = (texts: readonly string[]): DecimalSign | null => {
  const counts = { ',': 0, '.': 0 }
  for (const text of texts) {
    const { number, decimal, words } = inspect(text)
    if (number !== '' && words.every(currencyNamed) && (decimal === ',' || decimal === '.')) counts[decimal]++
  }
  return counts[','] === counts['.'] ? null : counts[','] > counts['.'] ? ',' : '.'
}

const NOTHING = /^(?:[-–—−\s]*|n\/?a|н\/д|нет данных|null|none|nan)$/i

/**
 * Reads `1234.5`, `1 234,50 ₽`, `1.234,50`, `1,234.50`, `CA$12.34`, `руб. 1'234`, with any kind of space.
 * @param decimalSign the column's sign; without it `1,234` is a thousand
 * @param unit value of a sheet's unit, e.g. 1e-6 for millionths
 */
export const readAmount = (
  text: string,
  decimalSign: DecimalSign | null = null,
  unit: 1 | 1e-6 = 1,
): ReadAmount => {
  const { plain, words, number, decimal, last, isNegative } = inspect(text)
  if (NOTHING.test(plain)) return { is: 'no_amount' }
  const currencies = words.map(currencyNamed)
  if (number === '' || currencies.includes(null)) return { is: 'no_number' }
  const mark = decimal === 'unsure' ? (decimalSign === last ? last : 'none') : decimal
  const cut = mark === 'none' || mark === undefined ? number.length : number.lastIndexOf(mark)
  const whole = wholeDigits(number.slice(0, cut).trim())
  const fraction = number.slice(cut + 1)
  if (whole === null || !/^\d*$/.test(fraction) || whole + fraction === '') return { is: 'no_number' }
  const amount = Math.round(Number(`${whole || '0'}.${fraction || '0'}`) * unit * 100) / 100
  if (isNegative && amount > 0) return { is: 'negative' }
  if (amount > SPENT_MAX) return { is: 'too_big' }
  // "$5 USD": the code is more precise than the sign.
  const code = currencies.find((currency) => /^[A-Z]{3}$/.test(currency ?? ''))
  return { is: 'read', amount, currency: code ?? currencies[0] ?? null }
}
