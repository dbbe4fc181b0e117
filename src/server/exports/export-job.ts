import type { ExportColumn } from '#/contract/call-fields.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { ExportAnswer, ExportRequest } from '#/contract/exports/contact-exports.ts'
import type { ExportPage } from './list-loader.ts'

/** What the thread of a file is given: plain data. */
export interface ExportJob extends Pick<
  ExportRequest,
  | 'object'
  | 'format'
  | 'language'
  | 'separator'
  | 'numbers_as_text'
  | 'time_zone'
  | 'times'
  | 'client_name'
  | 'about'
  | 'status_names'
> {
  readonly columns: readonly ExportColumn[]
  readonly marks: readonly Annotation[]
  /** Where the file is written. */
  readonly file: string
  /** What is written is masked, as the contacts are. */
  readonly isPresented: boolean
  /** Of a list out of the archive: when it was read; null: the service's own list. */
  readonly asOf: string | null
  /** Its first day, where older ones were asked for that are kept no longer. */
  readonly since: string | null
  /** Days that contacts may be missing of. */
  readonly unread: ExportAnswer['unread']
  /** Milliseconds since 1970. */
  readonly now: number
}

export type ToExportThread =
  | { readonly is: 'begin'; readonly job: ExportJob }
  | { readonly is: 'write' }
  | { readonly is: 'page'; readonly page: number; readonly answer: ExportPage | 'missing' | 'failed' }
  | { readonly is: 'room'; readonly mayWrite: boolean }

export type FromExportThread =
  | { readonly is: 'page'; readonly page: number }
  | { readonly is: 'progress'; readonly done: number; readonly total: number }
  | { readonly is: 'room'; readonly bytes: number }
  | {
      readonly is: 'written'
      readonly count: number
      readonly shortfall: ExportAnswer['shortfall']
      readonly isComplete: boolean
    }
  | { readonly is: 'failed'; readonly code: 'storage_full' | 'exports_full' | 'page' }
