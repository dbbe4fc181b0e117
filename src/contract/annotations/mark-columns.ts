/* Columns of annotations, beside those of contacts (`call-fields.ts`), in the journal and in files. */

interface MarkColumnRow {
  readonly files: readonly string[]
  readonly moreFiles: readonly string[]
}

/** By the names stored in saved views, columns and widths: never change them. */
export const MARK_COLUMNS = {
  mark_handled: { files: ['mark_handled'], moreFiles: ['mark_handled_who', 'mark_handled_at'] },
  mark_tags: { files: ['mark_tags'], moreFiles: [] },
  mark_note: { files: ['mark_note'], moreFiles: [] },
  mark_score: { files: ['mark_score'], moreFiles: [] },
} as const satisfies Record<string, MarkColumnRow>

export type MarkColumn = keyof typeof MARK_COLUMNS
type Row = (typeof MARK_COLUMNS)[MarkColumn]
export type MarkFile = Row['files'][number] | Row['moreFiles'][number]

export const isMarkColumn = (id: string): id is MarkColumn => id in MARK_COLUMNS
