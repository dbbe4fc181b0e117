/* Columns of annotations, beside those of contacts (`call-fields.ts`), in the journal and in files. */

interface AnnotationColumnRow {
  readonly files: readonly string[]
  readonly moreFiles: readonly string[]
}

/** By the names stored in saved views, columns and widths: never change them. */
export const ANNOTATION_COLUMNS = {
  mark_handled: { files: ['mark_handled'], moreFiles: ['mark_handled_who', 'mark_handled_at'] },
  mark_tags: { files: ['mark_tags'], moreFiles: [] },
  mark_note: { files: ['mark_note'], moreFiles: [] },
  mark_score: { files: ['mark_score'], moreFiles: [] },
} as const satisfies Record<string, AnnotationColumnRow>

export type AnnotationColumn = keyof typeof ANNOTATION_COLUMNS
type Row = (typeof ANNOTATION_COLUMNS)[AnnotationColumn]
export type AnnotationFile = Row['files'][number] | Row['moreFiles'][number]

export const ANNOTATION_FILES: readonly AnnotationFile[] = Object.values(ANNOTATION_COLUMNS).flatMap(
  ({ files, moreFiles }) => [...files, ...moreFiles],
)

export const hasAnnotations = (files: readonly string[]): boolean =>
  ANNOTATION_FILES.some((file) => files.includes(file))

export const isAnnotationColumn = (id: string): id is AnnotationColumn => id in ANNOTATION_COLUMNS
