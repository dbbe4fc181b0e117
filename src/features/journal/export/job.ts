import type { ErrorDetails } from '#/api/worker/worker-call.ts'
import type { Scope } from '#/api/client.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { Locale } from '#/i18n/locale.ts'
import type { AboutLine } from '#/domain/table-file/cell.ts'
import type { ExportColumn } from '#/contract/call-fields.ts'
import type { Shortfall } from '#/api/pages.ts'

export const FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** What the page asks of the worker. */
export interface ExportJob {
  readonly scope: Scope
  /** The object whose journal it is; null for all. */
  readonly oid: string | null
  readonly filters: ListFilters
  readonly format: ExportFormat
  /** How many contacts match, as far as the service says. */
  readonly total: number
  readonly fields: readonly ExportColumn[]
  readonly locale: Locale
  /** What the service has called its statuses so far this session (G8). */
  readonly statusNames: readonly (readonly [code: number, name: string])[]
  /** What the agency's client is called; null: no agency. */
  readonly client: string | null
  /** Object, period and filters in words. */
  readonly about: readonly AboutLine[]
  /** Without its ending. */
  readonly fileName: string
}

export interface ExportProgress {
  /** Contacts that have come. */
  readonly done: number
  readonly total: number
  /** Contacts a second. */
  readonly speed: number
  /** All have come that will: the file is being written. */
  readonly isWriting: boolean
}

/** A file, and whether everything is in it. */
export interface ExportResult {
  readonly file: Blob
  readonly fileName: string
  readonly count: number
  /** Null: the file is complete. */
  readonly shortfall: Shortfall | null
  /** Why some pages did not come. */
  readonly error: Error | null
}

/** An error travels as its details; undefined: there was none. */
type SentResult = Omit<ExportResult, 'error'> & { readonly error: ErrorDetails | undefined }

/** What the export's worker is called for. */
export interface ExportCalls {
  readonly start: {
    readonly question: ExportJob
    readonly progress: ExportProgress
    readonly answer: SentResult
  }
  /** Asks for what did not come the first time. */
  readonly again: {
    readonly question: null
    readonly progress: ExportProgress
    readonly answer: SentResult
  }
}
