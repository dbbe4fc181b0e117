import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'
import { callerText } from './caller.ts'
import { saysNoNumber, spellsNoNumber } from './withheld.ts'

/*
 * Parses callers as telephone exchanges write them. 30 kB, so the browser loads it only where a number is
 * typed. A leading plus is final; national rules (a leading 8 or 0, 00 for the plus, no country) are those of
 * the contact's object. Without a known country (G29) digits stay raw.
 */

/** Two letters (ISO 3166-1) of a country with telephone numbers. */
export type PhoneCountry = CountryCode

/**
 * Null: not in the numbering plan.
 * @param code two capital letters
 */
export const phoneCountry = (code: string): PhoneCountry | null => (isSupportedCountry(code) ? code : null)

const LONGEST = 256

const QUOTED = /^\s*"[^"]*"\s*(?=\S)/
/** A line with exactly one pair of brackets. */
const BRACKETED = /^[^<>]*<([^<>]*)>([^<>]*)$/
const SCHEME = /^\s*(sips?|tel|callto|h323):(?:\/\/)?/i
const LABEL = /^\s*(?:тел(?:ефон)?|моб(?:ильный)?|tel|phone|mobile|fax|факс)(?:\.|:|\s)[.:\s]*(?=[+(\d])/i
/** "доб. 101", "ext 101", "x101", ",101", "#101", ";ext=101": more digits are another number. */
const EXTENSION =
  /(?:;\s*ext(?:ension)?\s*=|[,;]+\s*(?:ext|доб)?\.?|[#*]|(?<=\d)[pw]|(?<=[\d)\s])\s*\(?(?:доб(?:авочный|ав)?|внут(?:р(?:енний)?)?|вн|ext(?:ension|n)?|х|x)(?:\.|:|=|\s|(?=\d)))[\s.:=№#]*(\d{1,7})\s*[#)]?\s*$/iu
const PARAMETERS = /;(?!\s*ext\b)[a-z-]+(?:=[^;]*)?/gi
const WRITTEN = /^[\s(]*\+?[\d\s().\-‐-―−/~·]*\d[\d\s().\-‐-―−/~·]*$/u

/** Without formatting characters, and with ASCII digits. */
const plain = (raw: string): string =>
  raw
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, ' ')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The user part of a SIP address; an e-mail address as a whole. */
const userOf = (text: string): string => {
  const isAddress = SCHEME.test(text)
  const bare = isAddress ? decoded(text.replace(SCHEME, '')) : text
  const at = bare.lastIndexOf('@')
  if (at === -1) return isAddress ? bare.replace(PARAMETERS, '').replace(/:\d+$/, '') : bare
  const user = bare.slice(0, at).replace(/:[^:]*$/, '')
  const isCaller = isAddress || WRITTEN.test(user) || saysNoNumber(user)
  // `;ext=` follows the user or the host.
  const extension = /;\s*ext\s*=\s*\d+/i.exec(bare)?.[0] ?? ''
  return isCaller ? `${user.replace(PARAMETERS, '').replace(/;\s*ext\s*=\s*\d+/i, '')}${extension}` : bare
}

const addressOf = (line: string): string => {
  const unquoted = line.replace(QUOTED, '')
  const [, inner, after] = BRACKETED.exec(unquoted) ?? []
  if (inner === undefined || inner.trim() === '') return userOf(unquoted.replace(/<\s*>/, ' '))
  return `${userOf(inner)}${after}`
}

/** Shorter numbers are extensions in any country. */
const LEAST_NATIONAL = 6
/** Digits from which a number may have its country without a plus. */
const LEAST_WITH_COUNTRY = 11

const worldwide = (digits: string): string | null => {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isValid() && parsed.number === `+${digits}` ? parsed.number : null
}

/** Calling codes with ten-digit numbers only: any ten digits are accepted, whatever the town. */
const TEN_DIGITS: ReadonlySet<string> = new Set(['1', '7'])
const NATIONAL = 10

/** `+` and digits by a country's rules, if the length fits; else null. */
const national = (digits: string, country: PhoneCountry): string | null => {
  if (digits.length < LEAST_NATIONAL) return null
  const abroad = digits.startsWith('00') ? worldwide(digits.slice(2)) : null
  if (abroad !== null) return abroad
  const whole = digits.length < LEAST_WITH_COUNTRY ? null : worldwide(digits)
  if (whole?.startsWith(`+${getCountryCallingCode(country)}`)) return whole
  const parsed = parsePhoneNumberFromString(digits, country)
  const isOfTen = TEN_DIGITS.has(parsed?.countryCallingCode ?? '')
  if (isOfTen ? parsed?.nationalNumber.length === NATIONAL : parsed?.isValid()) return parsed!.number
  return whole
}

/** `+44 (0)20 …`: a zero in brackets is dialled within the country only; some countries keep it. */
const withoutTrunk = (written: string, digits: string): string => {
  if (!/^[\s(]*\+[\d\s]+\(0\)/.test(written)) return digits
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isValid() ? parsed.number.slice(1) : digits
}

const numberOf = (written: string, country: PhoneCountry | null): string | null => {
  const hasPlus = written.includes('+')
  const digits = written.replace(/\D/g, '')
  if (spellsNoNumber(digits, hasPlus)) return null
  if (hasPlus) return `+${withoutTrunk(written, digits)}`
  return (country && national(digits, country)) ?? digits
}

const nameOf = (text: string): string | null => {
  const name = text.trim().replace(/\s+/gu, ' ').toLowerCase()
  return saysNoNumber(name) ? null : name
}

/** Digits of a number with extension: more are two numbers, or none. */
const MOST_DIGITS = 20

const readLine = (raw: string, country: PhoneCountry | null): string | null => {
  const text = addressOf(plain(raw))
    .replace(PARAMETERS, '')
    .replace(LABEL, '')
    .replace(/^[\s"']+|[\s"']+$/g, '')
  const isNumber = (part: string) => WRITTEN.test(part) && part.replace(/\D/g, '').length <= MOST_DIGITS
  const found = EXTENSION.exec(text)
  const before = found ? text.slice(0, found.index) : ''
  if (found && isNumber(before)) {
    const number = numberOf(before, country)
    return number && callerText(number, found[1]!)
  }
  return isNumber(text) ? numberOf(text, country) : nameOf(text)
}

const MEMO_MOST = 20_000
const memo = new Map<string, string | null>()

/**
 * Parses a caller in any notation.
 * @param raw as the service writes it
 * @param country of the contact's object; null: unknown
 * @returns the string of caller.ts; null: withheld or missing
 */
export const readNumber = (raw: string, country: PhoneCountry | null): string | null => {
  const key = `${country ?? ''} ${raw}`
  const known = memo.get(key)
  if (known !== undefined) return known
  const read = readLine(raw, country)
  if (memo.size >= MEMO_MOST) memo.clear()
  memo.set(key, read)
  return read
}
