import { midnight, MINUTE_MS } from '#/contract/day.ts'
import { phoneInFile } from '#/i18n/phone.ts'

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

/** @param caller as contract/phones/caller.ts explains it */
export const phoneCell = (caller: string | null): Cell => caller && phoneInFile(caller)
