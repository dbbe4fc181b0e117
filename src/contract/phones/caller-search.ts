import { AsYouType, getCountryCallingCode } from 'libphonenumber-js/min'
import { callerParts, digitsOfCaller, identityOfCaller, isInternational } from './caller.ts'
import { phoneCountry, readNumber, type PhoneCountry } from './read-number.ts'
import { saysNoNumber } from './withheld.ts'

/* Search for callers by a typed number, often a part. */

const TYPED = /^[\s(]*\+?[\d\s().\-–/]*\d[\d\s().\-–/]*$/
/** A typed trunk prefix: "8 495", "8495"; in "812 660" the 8 belongs to the town. */
const isTrunk = (typed: string, prefix: string): boolean => {
  const rest = typed.replace(/^\D+/, '').slice(prefix.length)
  return /^\D+\d/.test(rest) || /^\d+\D*$/.test(rest)
}

/** Possible beginnings of numbers typed as in these countries; empty: none. */
const headsOf = (typed: string, digits: string, countries: readonly PhoneCountry[]): string[] =>
  countries.flatMap((country) => {
    const reading = new AsYouType(country)
    reading.input(digits)
    const code = `+${getCountryCallingCode(country)}`
    const number = reading.getNumberValue() ?? ''
    const rest = number.startsWith(code) ? number.slice(code.length) : digits
    const prefix = digits.endsWith(rest) ? digits.slice(0, digits.length - rest.length) : ''
    return rest !== '' && prefix !== '' && (`+${prefix}` === code || isTrunk(typed, prefix)) ? [number] : []
  })

export interface CallerSearch {
  readonly isWithheld: boolean
  /** Whether a caller matches, by `identityOfCaller`. */
  readonly finds: (identity: string) => boolean
  /** The best filter for the service, which knows digits. */
  readonly filter: string
}

/** @param countries of the searched objects, most frequent first; empty: unknown */
export const callerSearch = (typed: string, countries: readonly PhoneCountry[]): CallerSearch => {
  const text = typed.trim()
  const read = [...new Set((countries.length > 0 ? countries : [null]).map((one) => readNumber(text, one)))]
    .flatMap((caller) => (caller === null ? [] : [identityOfCaller(caller)]))
    .filter((number) => number !== '')
  if (saysNoNumber(text) || read.length === 0) return { isWithheld: true, finds: () => false, filter: text }
  const [first] = read
  if (!TYPED.test(text)) {
    const part = text.toLowerCase().replace(/\s+/gu, ' ')
    const isNumber = digitsOfCaller(first!) !== ''
    return {
      isWithheld: false,
      finds: (identity) => (isNumber ? read.includes(identity) : identity.includes(part)),
      filter: digitsOfCaller(first!) || text,
    }
  }
  const digits = text.replace(/\D/g, '')
  if (text.includes('+')) {
    const head = callerParts(first!).number
    return { isWithheld: false, finds: (identity) => identity.startsWith(head), filter: head.slice(1) }
  }
  const heads = headsOf(text, digits, countries)
  const finds = (identity: string): boolean =>
    read.some((number) => isInternational(number) && number === identity) ||
    heads.some((head) => identity.startsWith(head)) ||
    (heads.length > 0
      ? digitsOfCaller(identity).startsWith(digits)
      : digitsOfCaller(identity).includes(digits))
  const whole = isInternational(first!) ? first!.slice(1) : null
  return { isWithheld: false, finds, filter: whole ?? heads[0]?.slice(1) ?? digits }
}

/**
 * Distinct countries, most frequent first: numbers are probably typed as in that.
 * @param codes two letters; invalid ones are dropped
 */
export const countriesOf = (codes: Iterable<string | null>): readonly PhoneCountry[] =>
  [...Map.groupBy(codes, (code) => code)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .flatMap(([code]) => (code === null ? [] : (phoneCountry(code) ?? [])))

/** A complete number with country, typed as in these countries; null: none, or a part. */
export const typedNumber = (typed: string, [country]: readonly PhoneCountry[]): string | null => {
  const read = readNumber(typed, country ?? null)
  return read !== null && isInternational(identityOfCaller(read)) ? read : null
}
