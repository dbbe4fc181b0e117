import { midnight, MINUTE_MS } from '#/contract/day.ts'
import { phoneDigits } from '#/i18n/format.ts'
import { presenting } from '#/i18n/presenting.ts'

/**
 * What a cell of a file holds. A date's digits are those of the clock where it happened, as if they were UTC (G6); numbers
 * are numbers in the contract too, never text that looks like one.
 */
export type Cell = string | number | Date | null

/** A day `YYYY-MM-DD`, or that minute of it. */
export const dayCell = (day: string, minute = 0): Cell => new Date(midnight(day) + minute * MINUTE_MS)

/** A line of the sheet that says what the file holds. */
export interface AboutLine<V extends Cell = string> {
  readonly name: string
  readonly value: V
}

/** A column of a file. */
export interface FileColumn {
  readonly name: string
  /** Characters, in a sheet. */
  readonly width?: number | undefined
  /** `share`: from 0 to 1, which a sheet shows as per cent. `day`: a moment of which only the day counts. */
  readonly kind?: 'share' | 'day' | undefined
}

const LOOKS_LIKE_PHONE = /^[+\d\s().-]+$/
/** Digits without the plus, which a sheet takes for a formula; what is no number stays as it is. */
export const phoneCell = (phone: string | null): Cell =>
  phone !== null && presenting
    ? presenting.phone(phone)
    : phone !== null && LOOKS_LIKE_PHONE.test(phone)
      ? phoneDigits(phone)
      : phone
