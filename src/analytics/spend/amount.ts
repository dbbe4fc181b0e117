import { SPENT_MAX } from '#/contract/preferences.ts'

export type DecimalSign = ',' | '.'

export type AmountProblem = 'no_amount' | 'no_number' | 'negative' | 'too_big'

/** An amount of money, read from what the user typed or from a sheet. */
export type ReadAmount =
  | {
      readonly is: 'read'
      /** To the hundredth. */
      readonly amount: number
      /** The sign or word of a currency beside it, which is not kept; null: there was none. */
      readonly currency: string | null
    }
  | { readonly is: AmountProblem }

/** Words that stand beside amounts; every sign of Unicode's currencies is known besides. */
const CURRENCIES = new Set(
  'руб рубль рубля рублей р rub rur usd eur kzt тг тнг тенге byn br бел uah грн gbp долл доллар евро сум uzs try tl amd gel azn aed cny inr pln chf'.split(
    ' ',
  ),
)
const WORDS = /[\p{L}\p{Sc}][\p{L}\p{Sc}.]*/gu

const isCurrency = (word: string) =>
  /\p{Sc}/u.test(word) || CURRENCIES.has(word.replaceAll('.', '').toLowerCase())

/** Digits without the signs between thousands; null: something else than thousands is set apart. */
const wholeDigits = (text: string): string | null => {
  if (/^\d*$/.test(text)) return text
  const [, separator] = /^\d{1,3}([ '’.,])\d{3}/.exec(text) ?? []
  if (separator === undefined) return null
  const [first = '', ...groups] = text.split(separator)
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
    ? first + groups.join('')
    : null
}

/** The number with its currency taken away, and which sign in it is the decimal one as far as it says so itself. */
const inspect = (text: string) => {
  const plain = text.normalize('NFKC').trim()
  const words = plain.match(WORDS) ?? []
  const digits = plain.replaceAll(WORDS, '').trim()
  const signs = digits.match(/[.,]/g) ?? []
  const last = signs.at(-1) as DecimalSign | undefined
  const tail = last === undefined ? '' : digits.slice(digits.lastIndexOf(last) + 1)
  const head = last === undefined ? digits : digits.slice(0, digits.lastIndexOf(last))
  const isSeveral = signs.length > 1
  const decimal: DecimalSign | 'none' | 'unsure' =
    last === undefined
      ? 'none'
      : isSeveral
        ? signs.filter((sign) => sign === last).length > 1
          ? 'none'
          : last
        : // "1,234" may be either; "1234,500", "0,125" and "1 234,500" are not.
          tail.length === 3 && /^[+−–(-]?\s*[1-9]\d{0,2}$/.test(head)
          ? 'unsure'
          : last
  return { plain, words, digits, decimal, last }
}

/**
 * The decimal sign of a column, by those of its amounts that leave no doubt; null: none does.
 * @param texts amounts as they were written
 */
export const decimalSignOf = (texts: readonly string[]): DecimalSign | null => {
  const counts = { ',': 0, '.': 0 }
  for (const text of texts) {
    const { digits, decimal, words } = inspect(text)
    if (/\d/.test(digits) && words.every(isCurrency) && (decimal === ',' || decimal === '.'))
      counts[decimal]++
  }
  return counts[','] === counts['.'] ? null : counts[','] > counts['.'] ? ',' : '.'
}

/**
 * Reads `1234.5`, `1 234,50 ₽`, `1.234,50`, `1,234.50`, `руб. 1'234`; spaces of every kind.
 * @param decimalSign the sign of the column: whether `1,234` is one and a bit; without it these are thousands
 */
export const readAmount = (text: string, decimalSign: DecimalSign | null = null): ReadAmount => {
  const { plain, words, digits, decimal, last } = inspect(text)
  // What reports write where there is nothing.
  if (plain === '' || /^[-–—−]+$/.test(plain)) return { is: 'no_amount' }
  if (!words.every(isCurrency)) return { is: 'no_number' }
  const [, sign = '', number = ''] = /^([+−–(-]?)\s*(.*?)\)?$/.exec(digits) ?? []
  const mark = decimal === 'unsure' ? (decimalSign === last ? last : 'none') : decimal
  const cut = mark === 'none' || mark === undefined ? number.length : number.lastIndexOf(mark)
  const whole = wholeDigits(number.slice(0, cut).trim())
  const fraction = number.slice(cut + 1)
  if (whole === null || !/^\d*$/.test(fraction) || whole + fraction === '') return { is: 'no_number' }
  const amount = Math.round(Number(`${whole || '0'}.${fraction || '0'}`) * 100) / 100
  if (sign !== '' && sign !== '+' && amount > 0) return { is: 'negative' }
  if (amount > SPENT_MAX) return { is: 'too_big' }
  return { is: 'read', amount, currency: words[0] ?? null }
}
