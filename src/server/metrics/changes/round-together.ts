/**
 * Rounds values so that they add up to `total` (largest remainder).
 * @param total the rounded sum
 */
export const roundTogether = (values: readonly number[], total: number): number[] => {
  const rounded = values.map(Math.floor)
  const left = total - rounded.reduce((sum, one) => sum + one, 0)
  const order = values
    .map((value, nth) => ({ nth, rest: value - rounded[nth]! }))
    .toSorted((a, b) => b.rest - a.rest || a.nth - b.nth)
  for (const { nth } of order.slice(0, left)) rounded[nth]!++
  return rounded
}
