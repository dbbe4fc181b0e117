/*
 * A caller as our server has read one (read-number.ts), in one text however the service writes it: `+74951234567`,
 * `+74951234567;ext=101`, digits as received where the country is not known, a SIP name, an internal extension. Only this file
 * and those beside it know what is in it.
 */

const EXTENSION = ';ext='

/** @param number what tells one caller from another; @param extension digits behind it, null: none */
export const callerText = (number: string, extension: string | null): string =>
  extension === null ? number : `${number}${EXTENSION}${extension}`

/** The identity of a caller, and the extension that was said with it. */
export interface CallerParts {
  readonly number: string
  readonly extension: string | null
}

export const callerParts = (caller: string): CallerParts => {
  const at = caller.indexOf(EXTENSION)
  return at === -1
    ? { number: caller, extension: null }
    : { number: caller.slice(0, at), extension: caller.slice(at + EXTENSION.length) }
}

/** What tells one caller from another: the same with and without an extension. */
export const identityOfCaller = (caller: string): string => callerParts(caller).number

const INTERNATIONAL = /^\+\d+$/
const LOCAL = /^\d+$/

/** A number with its country: `+`, and digits of nothing else. */
export const isInternational = (number: string): boolean => INTERNATIONAL.test(number)

/** Digits of a number, with or without its country; empty for a name. */
export const digitsOfCaller = (caller: string): string => {
  const { number } = callerParts(caller)
  return isInternational(number) ? number.slice(1) : LOCAL.test(number) ? number : ''
}

/** A number, or a part of one, as people type it. */
const TYPED = /^[\s(]*(\+?)[\d\s().-]*\d[\d\s().-]*$/
/** The digits of a number that is typed, or of a part of one; null: it is something else. */
export const typedDigits = (typed: string): string | null =>
  TYPED.test(typed) ? typed.replace(/\D/g, '') : null

/** Fewer are an extension inside of a company. */
const LEAST_LOCAL = 6
/** With the country: the shortest there are, and the longest there may be (E.164). */
const [LEAST, MOST] = [7, 15]

/** What dials a caller, for `tel:`; null: nothing does. */
export const dialledCaller = (caller: string): string | null => {
  const { number } = callerParts(caller)
  const { length } = digitsOfCaller(caller)
  const isNumber = length >= (isInternational(number) ? LEAST : LEAST_LOCAL) && length <= MOST
  // No country's code begins with a zero.
  return isNumber && !number.startsWith('+0') ? caller : null
}
