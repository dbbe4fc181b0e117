import type { QueryClient } from '@tanstack/react-query'
import { FILTERED_STATUS_CODES } from '#/contract/call-filters.ts'
import { isReadable } from '#/contract/field.ts'
import type { Scope } from '../client.ts'
import { objectFiltersQuery, objectsQuery } from '../objects.ts'
import { isComplete } from '../pages.ts'
import type { FilterOption, FilterOptions } from './filter-options.ts'

/** Limit and concurrency of objects queried for all objects' candidates (G9). */
const MAX_OBJECTS = 40
const AT_A_TIME = 4

const call = (labels: Map<string, Map<string, number>>, code: string, label: string) => {
  const names = labels.get(code) ?? new Map<string, number>()
  labels.set(code, names.set(label, (names.get(label) ?? 0) + 1))
}

/** The most common label by code, as labels are in each object's language. */
const mostCalled = (labels: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, string> =>
  new Map(
    [...labels].map(([code, names]) => {
      const [[label] = [code]] = [...names].toSorted(([, a], [, b]) => b - a)
      return [code, label]
    }),
  )

const optionsOf = (labels: ReadonlyMap<string, string>): FilterOption<string>[] =>
  [...labels].map(([code, label]) => ({ code, label }))

/** Asks objects four at a time. @throws ApiError of a single object's */
export const readFilterOptions = async (
  client: QueryClient,
  scope: Scope,
  oid: string | null,
  signal: AbortSignal,
): Promise<FilterOptions> => {
  const sources = new Map<string, Map<string, number>>()
  const statuses = new Map<string, Map<string, number>>()
  const customStatuses = new Map<string, number[]>()
  const add = async (one: string) => {
    const answer = await client.fetchQuery(objectFiltersQuery(scope, one))
    for (const [label, code] of answer.sources) if (code !== null) call(sources, code, label)
    for (const [label, code] of answer.call_statuses)
      if (typeof code === 'number') customStatuses.set(label, [...(customStatuses.get(label) ?? []), code])
      else if (code !== null && !FILTERED_STATUS_CODES.has(code)) call(statuses, code, label)
  }
  let partial = false
  let failed = false
  if (oid !== null) await add(oid)
  else {
    const { objects, gaps } = await client.fetchQuery(objectsQuery(scope, undefined))
    const requested = objects.filter(isReadable).slice(0, MAX_OBJECTS)
    partial = requested.length < objects.length || !isComplete(gaps)
    for (let at = 0; at < requested.length; at += AT_A_TIME) {
      signal.throwIfAborted()
      const answers = await Promise.allSettled(
        requested.slice(at, at + AT_A_TIME).map((object) => add(object.oid)),
      )
      failed ||= answers.some((answer) => answer.status === 'rejected')
    }
  }
  return {
    sources: optionsOf(mostCalled(sources)),
    statuses: optionsOf(mostCalled(statuses)),
    customStatuses: [...customStatuses].map(([label, codes]) => ({
      code: [...new Set(codes)].toSorted((a, b) => a - b).join(','),
      label,
    })),
    partial: partial || failed,
    failed,
  }
}
