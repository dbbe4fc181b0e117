import { addDays, isDay, monthStart, twoDigits, type DayRange } from '#/contract/day.ts'

/** A month, and the day of it where one was written. */
export interface ReadMonth {
  /** `YYYY-MM` */
  readonly month: string
  /** 1 to 31; null: a month was written. */
  readonly day: number | null
}

/** Which number of `03/04/2026` is the day. */
export type SlashOrder = 'day_first' | 'month_first'

/** Names of months in both languages, also as they stand beside a day; their beginnings are understood too. */
const NAMES: readonly (readonly string[])[] = [
  ['january', 'январь', 'января'],
  ['february', 'февраль', 'февраля'],
  ['march', 'март', 'марта'],
  ['april', 'апрель', 'апреля'],
  ['may', 'май', 'мая'],
  ['june', 'июнь', 'июня'],
  ['july', 'июль', 'июля'],
  ['august', 'август', 'августа'],
  ['september', 'сентябрь', 'сентября'],
  ['october', 'октябрь', 'октября'],
  ['november', 'ноябрь', 'ноября'],
  ['december', 'декабрь', 'декабря'],
]
const YEAR_WORDS = new Set(['г', 'год', 'года', 'year'])

const checked = (year: number, month: number, day: number | null): ReadMonth | null => {
  if (year < 2000 || year > 2099) return null
  const text = `${year}-${twoDigits(month)}`
  return isDay(`${text}-${twoDigits(day ?? 1)}`) ? { month: text, day } : null
}

/** `26` is 2026. */
const yearOf = (text: string) => Number(text) + (text.length === 2 ? 2000 : 0)

const monthNamed = (word: string): number =>
  word.length < 3 ? -1 : NAMES.findIndex((names) => names.some((name) => name.startsWith(word)))

/** `Nov 2026`, `1 ноября 2026 г.`, `Nov-26` */
const readNamed = (text: string): ReadMonth | null => {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !YEAR_WORDS.has(word))
  const month = words.length === 1 ? monthNamed(words[0]!) : -1
  const numbers = text.match(/\d+/g) ?? []
  const year = numbers.find(({ length }) => length === 4) ?? numbers.at(-1)
  if (month === -1 || year === undefined || numbers.length > 2 || (year.length !== 4 && year.length !== 2))
    return null
  const [day] = numbers.filter((number) => number !== year)
  return checked(yearOf(year), month + 1, day === undefined ? null : Number(day))
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:\D.*)?$/
const plainText = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/**
 * Reads `2026-11`, `11.2026`, `01.11.2026`, `2026-11-01 00:00`, `20261101`, `11/01/2026`, `Nov 2026`, `ноябрь 2026 г.`
 * Null: no month between 2000 and 2099.
 */
export const readMonth = (text: string, order: SlashOrder = 'day_first'): ReadMonth | null => {
  const plain = plainText(text)
  const numbers = (pattern: RegExp) => pattern.exec(plain)?.slice(1)
  const yearFirst =
    numbers(/^(\d{4})[-./](\d{1,2})(?:[-./](\d{1,2})(?:[t ].*)?)?$/) ?? numbers(/^(\d{4})(\d{2})(\d{2})?$/)
  if (yearFirst) {
    const [year, month, day] = yearFirst
    return checked(Number(year), Number(month), day === undefined ? null : Number(day))
  }
  const monthYear = numbers(/^(\d{1,2})[-./](\d{4})$/)
  if (monthYear) return checked(Number(monthYear[1]), Number(monthYear[0]), null)
  const slashed = numbers(SLASHED)
  if (slashed && order === 'month_first')
    return checked(yearOf(slashed[2]!), Number(slashed[0]), Number(slashed[1]))
  const dayFirst = slashed ?? numbers(/^(\d{1,2})[-.](\d{1,2})[-.](\d{4}|\d{2})(?:[ ,].*)?$/)
  if (dayFirst) return checked(yearOf(dayFirst[2]!), Number(dayFirst[1]), Number(dayFirst[0]))
  return readNamed(plain)
}

/** How a column writes days with slashes: the month first only where some day could be nothing else. */
export const slashOrderOf = (texts: readonly string[]): SlashOrder => {
  const dates = texts.flatMap((text) => {
    const [, first, second] = SLASHED.exec(plainText(text)) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  return dates.some(([, second]) => second > 12) && dates.every(([first]) => first <= 12)
    ? 'month_first'
    : 'day_first'
}

/** First and last day of `YYYY-MM`. */
export const daysOfMonth = (month: string): DayRange => {
  const from = `${month}-01`
  return { from, to: addDays(monthStart(from, 1), -1) }
}

/** All months that some days touch, the first one first. */
export const monthsOf = ({ from, to }: DayRange): string[] => {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month)
  return months
}
const nextMonth = (month: string) => monthStart(`${month}-01`, 1).slice(0, 7)
