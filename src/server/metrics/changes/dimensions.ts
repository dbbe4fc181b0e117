import type { Dimension } from '#/contract/figures/dimensions.ts'
import {
  type ChangeDimension,
  type ExplainedBy,
  HOURS_OF_BLOCK,
  writeBlock,
} from '#/contract/figures/changes.ts'

/** Without a value in these, contacts are no cause, only the remainder. */
export const NAMELESS_IS_REST: ReadonlySet<ExplainedBy> = new Set([
  'campaign',
  'manager',
  'search_request',
  'page',
])

export const MAY_BE_RENAMED: ReadonlySet<ExplainedBy> = new Set(['source', 'campaign', 'manager'])

const BLOCKS = 24 / HOURS_OF_BLOCK

const blockOfHour = (hour: number): string =>
  writeBlock(Math.floor(hour / 24), Math.floor((hour % 24) / HOURS_OF_BLOCK))

export const ALL_BLOCKS: readonly string[] = Array.from({ length: 7 * BLOCKS }, (_, nth) =>
  writeBlock(Math.floor(nth / BLOCKS), nth % BLOCKS),
)

export const columnOf = (
  by: ChangeDimension,
): { readonly column: Dimension; readonly valueOf: (value: string | null) => string | null } =>
  by === 'hours'
    ? { column: 'hour_of_week', valueOf: (value) => (value === null ? null : blockOfHour(Number(value))) }
    : { column: by, valueOf: (value) => value }
