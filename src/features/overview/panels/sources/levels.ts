import type { Dimension } from '#/contract/figures/dimensions.ts'
import { narrowedTo, type Filter } from '#/contract/figures/questions.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import { writeValue } from '#/features/overview/search.ts'

/** Coarse to fine; a row of one level expands to the next. */
export const LEVELS = ['source', 'campaign', 'search_request'] as const satisfies readonly (Dimension &
  ReportFilter)[]
export type Level = (typeof LEVELS)[number]

export type Path = readonly { readonly by: Level; readonly value: string | null }[]

export const pathKey = (path: Path): string => JSON.stringify(path.map(({ by, value }) => [by, value]))

export const keyFilters = (key: string): Filter[] =>
  (JSON.parse(key) as [Level, string | null][]).map(([by, value]) => ({ by, values: [value] }))

export const pathFilters = (path: Path): Filter[] => path.map(({ by, value }) => ({ by, values: [value] }))

/**
 * Filters of the rows below a path: a level ignores filters by itself, so that sibling rows stay; the path
 * replaces filters by its own levels.
 */
export const filtersBelow = (filters: readonly Filter[], path: Path, level: Level): Filter[] =>
  narrowedTo(
    filters.filter(({ by }) => by !== level),
    pathFilters(path),
  )

export type Narrowing = { readonly [L in Level]?: string | undefined }

export const isPressed = (search: Narrowing, path: Path): boolean =>
  path.every(({ by, value }) => search[by] === writeValue(value))

/** Filters by the row and its ancestors; a second click goes one level up. */
export const pressed = (search: Narrowing, path: Path): Partial<Record<Level, string | undefined>> => {
  const own = path.at(-1)
  const isOn = isPressed(search, path)
  return Object.fromEntries(
    path.map(({ by, value }) => [by, isOn && by === own?.by ? undefined : writeValue(value)]),
  )
}
