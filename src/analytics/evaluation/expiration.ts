import { isDay } from '#/contract/day.ts'

/**
 * The day of an `expiration_date`, `DD.MM.YYYY HH:MM:SS` without a zone, as `YYYY-MM-DD` (G15). Null: it is written
 * some other way, or names a day that does not exist; then it can only be shown as it came.
 */
export const expirationDay = (expirationDate: string | null): string | null => {
  const parts = /^\s*(\d{2})\.(\d{2})\.(\d{4})(?:\s+\d{2}:\d{2}(?::\d{2})?)?\s*$/.exec(expirationDate ?? '')
  if (!parts) return null
  const day = `${parts[3]}-${parts[2]}-${parts[1]}`
  return isDay(day) ? day : null
}
