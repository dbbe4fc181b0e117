import type { AnnotationColumn } from '#/contract/annotations/annotation-columns.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const ANNOTATION_NAMES = {
  mark_handled: m.col_mark_handled,
  mark_tags: m.col_mark_tags,
  mark_note: m.col_mark_note,
  mark_score: m.col_mark_score,
} as const satisfies Record<AnnotationColumn, () => string>
