import { integer, orNull, record, type Documented, type Lenient } from './field.ts'

/** `meta.pagination` of v2 lists (API document 2.12). */
export const pagination = record('pagination', {
  current_page: integer(),
  next_page: orNull(integer()),
  prev_page: orNull(integer()),
  total_pages: integer(),
  total_objects: integer(),
})
export type Pagination = Documented<typeof pagination>
export type PaginationRead = Lenient<typeof pagination>

/** Bounds of v1's `limit` and `offset` (API document 8). */
export const V1_LIMIT = { min: 1, max: 100, default: 20 } as const
export const V1_OFFSET_DEFAULT = 0
