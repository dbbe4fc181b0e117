/*
 * Columns of what people of the account have marked, beside those of a contact's own fields (`call-fields.ts`): in the
 * journal, and in files.
 */

interface MarkColumnRow {
  /** Columns of a file that say what the column shows. */
  readonly files: readonly string[]
  /** Further columns of a file that holds all columns. */
  readonly moreFiles: readonly string[]
}

/** By the name that saved views, remembered columns and widths have for it: it never changes. */
export const MARK_COLUMNS = {
  mark_handled: { files: ['mark_handled'], moreFiles: ['mark_handled_who', 'mark_handled_at'] },
  mark_tags: { files: ['mark_tags'], moreFiles: [] },
  mark_note: { files: ['mark_note'], moreFiles: [] },
  mark_score: { files: ['mark_score'], moreFiles: [] },
} as const satisfies Record<string, MarkColumnRow>

export type MarkColumn = keyof typeof MARK_COLUMNS
type Row = (typeof MARK_COLUMNS)[MarkColumn]
/** A column of an exported file. */
export type MarkFile = Row['files'][number] | Row['moreFiles'][number]

export const isMarkColumn = (id: string): id is MarkColumn => id in MARK_COLUMNS
