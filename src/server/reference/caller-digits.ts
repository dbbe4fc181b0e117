import { digitsOfCaller } from '#/contract/phones/caller.ts'
import { readNumber } from '#/contract/phones/read-number.ts'

/**
 * Digits of a caller as they are stored and looked for: those of the number, with its country where it is one of Russia, of
 * which most of the sample is. Empty for a caller without digits.
 */
export const callerDigits = (caller: string): string => {
  const number = readNumber(caller, 'RU')
  return number === null ? '' : digitsOfCaller(number)
}
