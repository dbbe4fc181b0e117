import { readValues, type ListFilters } from '../archive/filters.ts'
import type { MarkValues } from './annotations.ts'
import { isHandled } from './contact-text.ts'

/*
 * Filters of lists by what people of the account have marked: only the archive has such lists.
 */

export const MARK_FILTERS = ['handled', 'tag', 'score', 'note'] as const
export type MarkFilter = (typeof MARK_FILTERS)[number]
export type MarkFilters = { readonly [K in MarkFilter]?: ListFilters[K] | undefined }

/** Tags are the same whatever their case. */
export const tagKey = (tag: string): string => tag.toLowerCase()

/** A filter by marks. An unmarked contact matches none of it. */
export const markPasses = ({ handled, tag, score, note }: MarkFilters): ((mark: MarkValues) => boolean) => {
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
