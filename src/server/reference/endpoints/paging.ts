import type { Pagination } from '#/contract/pagination.ts'
import { V1_LIMIT, V1_OFFSET_DEFAULT } from '#/contract/pagination.ts'
import { Refusal } from '../failure.ts'

/** Not documented: the page parameter's name, and the page size (G1). */
const PAGE_PARAMETER = 'page'
export const PAGE_SIZE = 20

export interface Window {
  readonly limit: number
  readonly offset: number
}

type Query = Readonly<Record<string, string>>

const MAX_NUMBER = 999_999_999_999

const readNumber = (value: string | undefined, fallback: number) =>
  value === undefined || value === '' ? fallback : /^\d{1,12}$/.test(value) ? Number(value) : NaN

/** The v2 page, from 1. A page after the last is empty, not an error. */
export const readPage = (query: Query): number => {
  const page = readNumber(query[PAGE_PARAMETER], 1)
  if (!(page >= 1)) throw new Refusal({ [PAGE_PARAMETER]: `must be 1 to ${MAX_NUMBER}` })
  return page
}

export const windowOf = (page: number): Window => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })

/** `meta.pagination` (API document 2.12), with previous and next pages that exist. */
export const paginationOf = (page: number, total: number): Pagination => {
  const pages = Math.ceil(total / PAGE_SIZE)
  return {
    current_page: page,
    next_page: page < pages ? page + 1 : null,
    prev_page: Math.min(page - 1, pages) || null,
    total_pages: pages,
    total_objects: total,
  }
}

/**
 * v1's `limit` and `offset` (API document 8).
 * @throws Refusal messages by parameter out of bounds (G13)
 */
export const readV1Window = (query: Query): Window => {
  const limit = readNumber(query.limit, V1_LIMIT.default)
  const offset = readNumber(query.offset, V1_OFFSET_DEFAULT)
  const wrong: Record<string, string> = {}
  if (!(limit >= V1_LIMIT.min && limit <= V1_LIMIT.max))
    wrong.limit = `must be ${V1_LIMIT.min} to ${V1_LIMIT.max}`
  if (Number.isNaN(offset)) wrong.offset = `must be 0 to ${MAX_NUMBER}`
  if (Object.keys(wrong).length > 0) throw new Refusal(wrong)
  return { limit, offset }
}
