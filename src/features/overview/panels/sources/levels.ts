import type { Dimension } from '#/analytics/columns/dimensions.ts'
import { narrowedTo, type Filter } from '#/analytics/columns/select.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import { writeValue } from '#/features/overview/search.ts'

/** From the coarse to the fine: each row of one opens to rows of the next. */
export const LEVELS = ['source', 'campaign', 'search_request'] as const satisfies readonly (Dimension &
  ReportFilter)[]
export type Level = (typeof LEVELS)[number]

/** A row's value at its own level and at each above it, the coarsest first. */
export type Path = readonly { readonly by: Level; readonly value: string | null }[]

export const pathKey = (path: Path): string => JSON.stringify(path.map(({ by, value }) => [by, value]))

/** The filters of a path by its key, which stays the same from one rendering to the next. */
export const keyFilters = (key: string): Filter[] =>
  (JSON.parse(key) as [Level, string | null][]).map(([by, value]) => ({ by, values: [value] }))

export const pathFilters = (path: Path): Filter[] => path.map(({ by, value }) => ({ by, values: [value] }))

/**
 * What narrows the rows below a path. As every panel, a level ignores what narrows by the level itself, so that the
 * other rows stay; the path stands in place of what narrows by its own levels.
 */
export const filtersBelow = (filters: readonly Filter[], path: Path, level: Level): Filter[] =>
  narrowedTo(
    filters.filter(({ by }) => by !== level),
    pathFilters(path),
  )

/** The parameters of the address that rows are narrowed by. */
export type Narrowing = { readonly [L in Level]?: string | undefined }

/** Whether the report is narrowed to just this row. */
export const isPressed = (search: Narrowing, path: Path): boolean =>
  path.every(({ by, value }) => search[by] === writeValue(value))

/**
 * What a click on a row changes: it narrows to the row with all that leads to it, and a second click goes one level up,
 * as the first may have come from there.
 */
export const pressed = (search: Narrowing, path: Path): Partial<Record<Level, string | undefined>> => {
  const own = path.at(-1)
  const isOn = isPressed(search, path)
  return Object.fromEntries(
    path.map(({ by, value }) => [by, isOn && by === own?.by ? undefined : writeValue(value)]),
  )
}
