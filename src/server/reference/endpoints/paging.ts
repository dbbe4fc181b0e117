import type { Pagination } from '#/contract/pagination.ts'
import { V1_LIMIT, V1_OFFSET_DEFAULT } from '#/contract/pagination.ts'
import { Refusal } from '../failure.ts'

/** Name of the v2 parameter that selects a page, and how many records one holds: not shown (G1). */
const PAGE_PARAMETER = 'page'
export const PAGE_SIZE = 20

/** Which records of a list are asked for. */
export interface Window {
  readonly limit: number
  readonly offset: number
}

type Query = Readonly<Record<string, string>>

/** The largest page and offset: an offset made of it stays exact. */
const MAX_NUMBER = 999_999_999_999

/** A whole number out of a query, NaN for anything else. */
const readNumber = (value: string | undefined, fallback: number) =>
  value === undefined || value === '' ? fallback : /^\d{1,12}$/.test(value) ? Number(value) : NaN

/** The v2 page of a query, from 1. A page behind the last one is an empty page, not an error. */
export const readPage = (query: Query): number => {
  const page = readNumber(query[PAGE_PARAMETER], 1)
  if (!(page >= 1)) throw new Refusal({ [PAGE_PARAMETER]: `must be 1 to ${MAX_NUMBER}` })
  return page
}

export const windowOf = (page: number): Window => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })

/** `meta.pagination` (API document 2.12). Next and previous page exist, also where this one is behind the last. */
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

/** v1's `limit` and `offset` (API document 8). Throws a map that names each one out of bounds (G13). */
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
