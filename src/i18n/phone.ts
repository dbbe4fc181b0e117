import { callerParts, dialledCaller, digitsOfCaller, isInternational } from '#/contract/phones/caller.ts'
import { CALLING_CODES } from './calling-codes.ts'
import { getLocale, type Locale } from './locale.ts'
import { privacyMode } from './privacy-mode.ts'

/* Formatting of parsed callers. Small, unlike the parser. */

/** Grouping by leading digits. */
interface Grouping {
  readonly leading: RegExp | null
  readonly whole: RegExp
}

const groupingOf = (rule: string): Grouping => {
  const [groups, leading] = rule.split('/') as [string, string?]
  const lengths = [...groups.matchAll(/([\da-z])(?:-([\da-z]))?/g)].map(([, least, most]) =>
    [least, most].flatMap((length) => (length === undefined ? [] : Number.parseInt(length, 36))).join(','),
  )
  return {
    leading: leading === undefined ? null : new RegExp(`^(?:${leading.replaceAll('.', String.raw`\d`)})`),
    whole: new RegExp(`^${lengths.map((length) => String.raw`(\d{${length}})`).join('')}$`),
  }
}

let lines: ReadonlyMap<string, string> | null = null
const groupings = new Map<string, readonly Grouping[]>()

/** Undefined: unknown code. */
const groupingsOf = (code: string): readonly Grouping[] | undefined => {
  lines ??= new Map(
    CALLING_CODES.trim()
      .split('\n')
      .map((line) => [line.split(' ', 1)[0]!, line]),
  )
  const line = lines.get(code)
  if (line === undefined) return undefined
  const known = groupings.get(code) ?? line.split(' ').slice(1).map(groupingOf)
  groupings.set(code, known)
  return known
}

/** Default groupings by length, from six digits. */
const USUAL = ['33', '34', '44', '333', '334', '344'].map(groupingOf)
const LEAST_USUAL = 6
const MOST_OF_CODE = 3
const RUSSIAN = /^(\d{3})(\d{3})(\d\d)(\d\d)$/

/** `495 123-45-67`, `901 234 567` */
const grouped = (code: string, digits: string, all: readonly Grouping[]): string => {
  if (code === '7') return digits.replace(RUSSIAN, '$1 $2-$3-$4')
  for (const { leading, whole } of [...all, USUAL[digits.length - LEAST_USUAL]].filter(
    (one) => one !== undefined,
  )) {
    const groups = leading?.test(digits) === false ? null : whole.exec(digits)
    if (groups) return groups.slice(1).join(' ')
  }
  return digits
}

/** `+7 495 123-45-67`; unknown codes unchanged. */
const numberLabel = (number: string): string => {
  if (!isInternational(number)) return number
  for (let length = 1; length <= MOST_OF_CODE; length++) {
    const code = number.slice(1, 1 + length)
    const all = groupingsOf(code)
    if (all) return `+${code} ${grouped(code, number.slice(1 + length), all)}`.trimEnd()
  }
  return number
}

const EXTENSION = { en: 'ext.', ru: 'доб.' } as const satisfies Record<Locale, string>

/**
 * `+7 495 123-45-67`, `+82 2 1234 5678 ext. 101`; other texts unchanged.
 * @param caller see contract/phones/caller.ts
 */
export const formatPhone = (caller: string): string => {
  if (privacyMode) return privacyMode.phone(caller)
  const { number, extension } = callerParts(caller)
  const shown = numberLabel(number)
  return extension === null ? shown : `${shown} ${EXTENSION[getLocale()]} ${extension}`
}

/** Dialable, for the clipboard. */
export const phoneToCopy = (caller: string): string => privacyMode?.phone(caller) ?? caller

/** `tel:` URL; null: names, extensions. */
export const phoneHref = (caller: string): string | null => {
  const dialled = privacyMode ? null : dialledCaller(caller)
  return dialled && `tel:${dialled}`
}

/** For files: digits without plus, which spreadsheets take for a formula. */
export const phoneInFile = (caller: string): string => {
  if (privacyMode) return privacyMode.phone(caller)
  const { number, extension } = callerParts(caller)
  const digits = digitsOfCaller(number) || number
  return extension === null ? digits : `${digits} ${EXTENSION[getLocale()]} ${extension}`
}
