import { AsYouType, getCountryCallingCode } from 'libphonenumber-js/min'
import { callerParts, digitsOfCaller, identityOfCaller, isInternational } from './caller.ts'
import { phoneCountry, readNumber, type PhoneCountry } from './read-number.ts'
import { saysNoNumber } from './withheld.ts'

/* How what a person types for a caller, a part of a number often, is looked for among callers. */

const TYPED = /^[\s(]*\+?[\d\s().\-–/]*\d[\d\s().\-–/]*$/
/** A prefix that is dialled within a country, as it is typed: "8 495", "8495"; of "812 660" the 8 is the town's own. */
const isTrunk = (typed: string, prefix: string): boolean => {
  const rest = typed.replace(/^\D+/, '').slice(prefix.length)
  return /^\D+\d/.test(rest) || /^\d+\D*$/.test(rest)
}

/** Beginnings of numbers that somebody may mean who writes as in a country; none: it is no such beginning. */
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

/** What is looked for. */
export interface SoughtCaller {
  /** Those whose number is withheld are meant. */
  readonly isWithheld: boolean
  /** Whether it may be this one, by what `identityOfCaller` makes of a caller. */
  readonly finds: (identity: string) => boolean
  /** The same for the service, which knows digits: the best there is. */
  readonly asked: string
}

/** @param countries of the objects whose contacts are looked through, the commonest first; none: they are not known */
export const soughtCaller = (typed: string, countries: readonly PhoneCountry[]): SoughtCaller => {
  const text = typed.trim()
  const read = [...new Set((countries.length > 0 ? countries : [null]).map((one) => readNumber(text, one)))]
    .flatMap((caller) => (caller === null ? [] : [identityOfCaller(caller)]))
    .filter((number) => number !== '')
  if (saysNoNumber(text) || read.length === 0) return { isWithheld: true, finds: () => false, asked: text }
  const [first] = read
  if (!TYPED.test(text)) {
    const part = text.toLowerCase().replace(/\s+/gu, ' ')
    const isNumber = digitsOfCaller(first!) !== ''
    return {
      isWithheld: false,
      finds: (identity) => (isNumber ? read.includes(identity) : identity.includes(part)),
      asked: digitsOfCaller(first!) || text,
    }
  }
  const digits = text.replace(/\D/g, '')
  if (text.includes('+')) {
    const head = callerParts(first!).number
    return { isWithheld: false, finds: (identity) => identity.startsWith(head), asked: head.slice(1) }
  }
  const heads = headsOf(text, digits, countries)
  const finds = (identity: string): boolean =>
    read.some((number) => isInternational(number) && number === identity) ||
    heads.some((head) => identity.startsWith(head)) ||
    (heads.length > 0
      ? digitsOfCaller(identity).startsWith(digits)
      : digitsOfCaller(identity).includes(digits))
  const whole = isInternational(first!) ? first!.slice(1) : null
  return { isWithheld: false, finds, asked: whole ?? heads[0]?.slice(1) ?? digits }
}

/**
 * Countries of objects, each once, the commonest first: a number is typed as it is dialled in one of them, most likely in that.
 * @param codes two letters; what is no country is left out
 */
export const countriesOf = (codes: Iterable<string | null>): readonly PhoneCountry[] =>
  [...Map.groupBy(codes, (code) => code)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .flatMap(([code]) => (code === null ? [] : (phoneCountry(code) ?? [])))

/** A whole number with its country, as it is typed where these are; null: it is none, or a part of one. */
export const typedNumber = (typed: string, [country]: readonly PhoneCountry[]): string | null => {
  const read = readNumber(typed, country ?? null)
  return read !== null && isInternational(identityOfCaller(read)) ? read : null
}
