/*
 * A caller parsed by our server (read-number.ts) as one string: `+74951234567`, `+74951234567;ext=101`, raw digits where the
 * country is unknown, a SIP name, or an internal extension. Only this folder knows the format.
 */

const EXTENSION = ';ext='

/**
 * @param number identifies the caller
 * @param extension digits, or null
 */
export const callerText = (number: string, extension: string | null): string =>
  extension === null ? number : `${number}${EXTENSION}${extension}`

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

/** The same with and without an extension. */
export const identityOfCaller = (caller: string): string => callerParts(caller).number

const INTERNATIONAL = /^\+\d+$/
const LOCAL = /^\d+$/

export const isInternational = (number: string): boolean => INTERNATIONAL.test(number)

/** Digits with or without country; empty for a name. */
export const digitsOfCaller = (caller: string): string => {
  const { number } = callerParts(caller)
  return isInternational(number) ? number.slice(1) : LOCAL.test(number) ? number : ''
}

const TYPED = /^[\s(]*(\+?)[\d\s().-]*\d[\d\s().-]*$/
/** Digits of a typed number or part; null: something else. */
export const typedDigits = (typed: string): string | null =>
  TYPED.test(typed) ? typed.replace(/\D/g, '') : null

/** Fewer digits are an internal extension. */
const LEAST_LOCAL = 6
/** Shortest and longest international number (E.164). */
const [LEAST, MOST] = [7, 15]

/** The number for `tel:`, or null. */
export const dialledCaller = (caller: string): string | null => {
  const { number } = callerParts(caller)
  const { length } = digitsOfCaller(caller)
  const isNumber = length >= (isInternational(number) ? LEAST : LEAST_LOCAL) && length <= MOST
  // Country codes do not begin with zero.
  return isNumber && !number.startsWith('+0') ? caller : null
}
