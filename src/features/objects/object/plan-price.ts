/** A price as the price list writes it, `₽16,900` or `$1,200.50` (API document 2.10), in which thousands are grouped by commas or spaces. */
const AMOUNT = /^(?:\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.\d{1,2})?$/

/** The amount in it, without its currency; null where it cannot be told for sure. */
export const amountOf = (price: string | null): number | null => {
  const digits = /\d(?:[\d.,\s]*\d)?/.exec(price ?? '')?.[0]
  if (price === null || digits === undefined || !AMOUNT.test(digits)) return null
  // A second number would be another one: a range, or a count of days.
  if (/\d/.test(price.replace(digits, ''))) return null
  return Number(digits.replaceAll(/[,\s]/g, ''))
}
