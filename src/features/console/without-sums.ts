import type { ConsoleAnswer } from '#/api/console/send-request.ts'

const isSum = (name: string, value: unknown) =>
  /price|cost|sum$|amount/.test(name) && value !== null && typeof value !== 'object'

const masked = (value: unknown, mask: string): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      isSum(name, one) ? mask : masked(one, mask),
    ]),
  )
}

/** An answer as it is shown to others: what else it says of people our server has masked. */
export const withoutSums = (answer: ConsoleAnswer, mask: string): ConsoleAnswer => {
  if (answer.json === undefined) return answer
  const json = masked(answer.json, mask)
  return { ...answer, json, text: JSON.stringify(json) }
}
