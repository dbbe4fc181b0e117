/** `₽16,900` or `$1,200.50` (API document 2.10), grouped by commas or spaces. */
const AMOUNT = /^(?:\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.\d{1,2})?$/

/** Amount without currency; null: ambiguous. */
export const amountOf = (price: string | null): number | null => {
  const digits = /\d(?:[\d.,\s]*\d)?/.exec(price ?? '')?.[0]
  if (price === null || digits === undefined || !AMOUNT.test(digits)) return null
  // A range, or a number of days.
  if (/\d/.test(price.replace(digits, ''))) return null
  return Number(digits.replaceAll(/[,\s]/g, ''))
}
