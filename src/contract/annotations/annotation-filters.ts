import { readValues, type ListFilters } from '../archive/filters.ts'
import type { AnnotationValues } from './annotations.ts'
import { isHandled } from './contact-text.ts'

/* List filters by annotations, which only the archive has. */

export const ANNOTATION_FILTERS = ['handled', 'tag', 'score', 'note'] as const
export type AnnotationFilter = (typeof ANNOTATION_FILTERS)[number]
export type AnnotationFilters = { readonly [K in AnnotationFilter]?: ListFilters[K] | undefined }

/** Tags are case-insensitive. */
export const tagKey = (tag: string): string => tag.toLowerCase()

/** A predicate for annotations. A contact without one never matches. */
export const annotationPasses = ({
  handled,
  tag,
  score,
  note,
}: AnnotationFilters): ((mark: AnnotationValues) => boolean) => {
  const { values, except } = tag === undefined ? { values: [], except: true } : readValues(tag)
  const wanted = new Set(values.map((value) => (value === null ? null : tagKey(value))))
  const hasTag = (tags: readonly string[]) =>
    tags.length === 0 ? wanted.has(null) : tags.some((one) => wanted.has(tagKey(one)))
  const hasScore = (given: number | null) =>
    score === undefined || (score === 'none' ? given === null : given !== null && given >= Number(score))
  return (mark) =>
    (handled === undefined || isHandled(mark.outcome) === (handled === '1')) &&
    (note === undefined || (mark.note !== '') === (note === '1')) &&
    hasTag(mark.tags) !== except &&
    hasScore(mark.score)
}
