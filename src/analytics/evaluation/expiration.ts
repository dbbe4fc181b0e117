import { isDay } from '#/contract/day.ts'

/**
 * The day of an `expiration_date`, `DD.MM.YYYY HH:MM:SS` without zone, as `YYYY-MM-DD` (G15). Null: another
 * format, or no existing day.
 */
export const expirationDay = (expirationDate: string | null): string | null => {
  const parts = /^\s*(\d{2})\.(\d{2})\.(\d{4})(?:\s+\d{2}:\d{2}(?::\d{2})?)?\s*$/.exec(expirationDate ?? '')
  if (!parts) return null
  const day = `${parts[3]}-${parts[2]}-${parts[1]}`
  return isDay(day) ? day : null
}
