import { digitsOfCaller } from '#/contract/phones/caller.ts'
import { readNumber } from '#/contract/phones/read-number.ts'

/** Fast path: nearly all sample numbers look like this, and parsing tens of thousands is slow. */
const PLAIN = /^(?:7[3489]\d{9}|8[3489]\d{9}|8 \([3489]\d\d\) \d{3}-\d\d-\d\d|[1-69]\d{11,14})$/

/** Digits of a caller as stored and searched, with the country code for Russian numbers. Empty: no digits. */
export const callerDigits = (caller: string): string => {
  if (PLAIN.test(caller)) {
    const digits = caller.replaceAll(/\D/g, '')
    return digits.length === 11 ? `7${digits.slice(1)}` : digits
  }
  const number = readNumber(caller, 'RU')
  return number === null ? '' : digitsOfCaller(number)
}
