import { readAmount } from './amount.ts'

const NAMED = /micro|микро|millionth|миллионн/iu
/** A hundredth in millionths: amounts of money are whole multiples of it. */
const HUNDREDTH = 10_000
/** One unit, ten, and a hundred in millionths. */
const [ONE, HUNDRED] = [1_000_000, 100_000_000]

/**
 * Whether amounts may be in millionths, as the interfaces of advertising systems write them: whole numbers without a
 * currency, as high as money is in millionths.
 * @param name of their column
 */
export const isMillionths = (name: string, texts: readonly string[]): boolean => {
  const written = texts.map((text) => text.trim()).filter((text) => /[1-9]/.test(text))
  const amounts = written.filter((text) => readAmount(text, null, 1e-6).is === 'read')
  if (amounts.length === 0) return false
  if (NAMED.test(name)) return true
  if (!amounts.every((text) => /^\d+$/.test(text))) return false
  const numbers = amounts.map(Number)
  const isMoney = numbers.every((number) => number % HUNDREDTH === 0) && Math.max(...numbers) >= ONE
  return isMoney || (numbers.every((number) => number >= ONE / 10) && Math.max(...numbers) >= HUNDRED)
}
