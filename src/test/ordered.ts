/** The same with every list in an order of its own: of equal rows the one that came first stands first. */
export const ordered = (value: unknown): unknown => {
  if (ArrayBuffer.isView(value)) return ordered(Array.from(value as Uint32Array))
  if (Array.isArray(value))
    return value
      .map(ordered)
      .map((one) => [JSON.stringify(one), one] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, ordered(one)]),
  )
}
