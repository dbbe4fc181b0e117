import { digitsOfCaller } from '#/contract/phones/caller.ts'
import { readNumber } from '#/contract/phones/read-number.ts'

/** As nearly all of the sample is written; tens of thousands of numbers are not read one by one. */
const PLAIN = /^(?:7[3489]\d{9}|8[3489]\d{9}|8 \([3489]\d\d\) \d{3}-\d\d-\d\d|[1-69]\d{11,14})$/

/**
 * Digits of a caller as they are stored and looked for: those of the number, with its country where it is one of Russia, of
 * which most of the sample is. Empty for a caller without digits.
 */
export const callerDigits = (caller: string): string => {
  if (PLAIN.test(caller)) {
    const digits = caller.replaceAll(/\D/g, '')
    return digits.length === 11 ? `7${digits.slice(1)}` : digits
  }
  const number = readNumber(caller, 'RU')
  return number === null ? '' : digitsOfCaller(number)
}
