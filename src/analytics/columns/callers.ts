import { phoneDigits } from '#/i18n/format.ts'
import { ABSENT, type Dictionary } from './dictionary.ts'

/** Digits that a number still holds exactly. */
const MOST_DIGITS = 15
const FIRST_SLOTS = 1 << 10

/** The digits of a phone number as a number; null: none, or too many, or they begin with a zero, which a number would lose. */
const numberOf = (phone: string): number | null => {
  let number = 0
  let digits = 0
  let first = 0
  for (let at = 0; at < phone.length; at++) {
    const digit = phone.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) continue
    if (digits === 0) first = digit
    number = number * 10 + digit
    digits++
  }
  if (first === 0 || digits > MOST_DIGITS) return null
  // As phoneDigits has it: a leading 8 of eleven digits is 7.
  return digits === 11 && first === 8 ? number - 1e10 : number
}

/**
 * A dictionary of callers by their digits, as `phoneDigits` has them. Nearly every contact brings another one, which as
 * texts in a Map would take longer than everything else of a contact together: as numbers in an open table they do not.
 */
export const createCallers = (): Dictionary => {
  const values: (string | null)[] = [null]
  /** Of digits that are no such number. */
  const codesOfOthers = new Map<string, number>()
  /** A number and its code beside each other, so that one look into memory finds both. Code {@link ABSENT}: free. */
  let table = new Float64Array(2 * FIRST_SLOTS)

  /** Where the number is, or has its place. */
  const placeOf = (number: number): number => {
    const last = table.length - 2
    const mixed = Math.imul((number % 4_294_967_296) ^ (number / 4_294_967_296), 0x9e37_79b1)
    let place = ((mixed ^ (mixed >>> 15)) << 1) & last
    while (table[place + 1] !== ABSENT && table[place] !== number) place = (place + 2) & last
    return place
  }
  const grow = () => {
    const narrow = table
    table = new Float64Array(narrow.length * 2)
    for (let from = 0; from < narrow.length; from += 2) {
      if (narrow[from + 1] === ABSENT) continue
      const place = placeOf(narrow[from]!)
      table[place] = narrow[from]!
      table[place + 1] = narrow[from + 1]!
    }
  }
  const codeOfNumber = (number: number): number => {
    const place = placeOf(number)
    if (table[place + 1] !== ABSENT) return table[place + 1]!
    const code = values.push(String(number)) - 1
    table[place] = number
    table[place + 1] = code
    // Never more than two thirds full: places that are taken lie together.
    if (3 * values.length > table.length) grow()
    return code
  }

  return {
    values,
    find: (digits) => {
      if (digits === null) return ABSENT
      const number = numberOf(digits)
      return number === null ? codesOfOthers.get(digits) : table[placeOf(number) + 1]! || undefined
    },
    code: (phone) => {
      const number = phone === null ? null : numberOf(phone)
      if (number !== null) return codeOfNumber(number)
      const digits = phoneDigits(phone ?? '')
      if (digits === '') return ABSENT
      const code = codesOfOthers.get(digits) ?? values.push(digits) - 1
      codesOfOthers.set(digits, code)
      return code
    },
  }
}
