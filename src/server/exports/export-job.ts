import type { ExportColumn } from '#/contract/call-fields.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { ExportAnswer, ExportRequest } from '#/contract/exports/contact-exports.ts'
import type { ExportPage } from './list-loader.ts'

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
  readonly annotations: readonly Annotation[]
  readonly file: string
  /** Presentation mode: contacts and texts are masked. */
  readonly isPresented: boolean
  /** When a list from the archive was read; null: from the API. */
  readonly asOf: string | null
  /** First stored day, if the request began earlier. */
  readonly since: string | null
  readonly unread: ExportAnswer['unread']
  readonly now: number
}

export type ToExportThread =
  | { readonly is: 'begin'; readonly job: ExportJob }
  | { readonly is: 'page'; readonly page: number; readonly answer: ExportPage | 'missing' | 'failed' }
  | { readonly is: 'room'; readonly mayWrite: boolean }

export type FromExportThread =
  | { readonly is: 'page'; readonly page: number }
  | { readonly is: 'progress'; readonly done: number; readonly total: number }
  | { readonly is: 'room'; readonly bytes: number }

export type WrittenFile =
  | {
      readonly count: number
      readonly shortfall: ExportAnswer['shortfall']
      readonly isComplete: boolean
    }
  | { readonly failed: 'storage_full' | 'exports_full' | 'page' }
