import { midnight, MINUTE_MS } from '#/contract/day.ts'
import { phoneInFile } from '#/i18n/phone.ts'

/** A file's cell. Dates have local digits as if UTC (G6); numbers are never text. */
export type Cell = string | number | Date | null

/** A file's bytes, in order. */
export type FileParts = readonly Uint8Array<ArrayBuffer>[]

/** A day `YYYY-MM-DD`, or that minute of it. */
export const dayCell = (day: string, minute = 0): Cell => new Date(midnight(day) + minute * MINUTE_MS)

export interface AboutLine<V extends Cell = string> {
  readonly name: string
  readonly value: V
}

export interface FileColumn {
  readonly name: string
  /** Characters. */
  readonly width?: number | undefined
  /** `share`: 0 to 1, shown as percent. `day`: date without time. */
  readonly kind?: 'share' | 'day' | undefined
}

/** @param caller see contract/phones/caller.ts */
export const phoneCell = (caller: string | null): Cell => caller && phoneInFile(caller)
