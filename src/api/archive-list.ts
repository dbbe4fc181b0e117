import { archiveContacts } from '#/contract/archive/contacts.ts'
import { normaliseFilters, type ListFilters } from '#/contract/archive/filters.ts'
import { archivePath } from '#/contract/archive/shapes.ts'
import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { isReadable, records, type Unreadable } from '#/contract/field.ts'
import type { CallsPage } from './calls.ts'
import { parse, send, type Scope } from './client.ts'
import { readingFailure } from './figures/figures.ts'
import { ApiError, isApiError } from './error.ts'
import { claimedPagination } from './pages.ts'
import { noticeServiceTrouble } from './transport/service-trouble.ts'

/** Rows per page: the server has them ready, so latency dominates. */
const PAGE = 50

const listed = records(listedCall).lenient

export const readContacts = (raw: readonly unknown[]): (ListedCallRead | Unreadable)[] => {
  const read = listed.safeParse(raw)
  return read.success ? read.data : []
}

/** Codes of a server that can't search its archive. */
const REFUSALS: ReadonlySet<string> = new Set(['archive_unavailable', 'storage_full', 'storage_unavailable'])

interface RequestOptions {
  readonly signal: AbortSignal
  readonly background?: boolean
  readonly limit?: number
}

/**
 * Contacts found in our archive: `POST …/archive/contacts`; missing days are read.
 * @param query days and filters, see `archiveContactsQuestion`
 * @returns null: no archive
 */
export const archivedContacts = async (
  scope: Scope,
  query: Readonly<Record<string, string | number | undefined>>,
  { signal, background = false }: RequestOptions,
) => {
  const body = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  try {
    // A POST, so that callers and search texts stay out of logs.
    const answer = await send('POST', `${archivePath(scope.client)}/contacts`, {
      scope,
      signal,
      background,
      body,
    })
    if (answer === null) return null
    const found = parse(archiveContacts, answer)
    noticeServiceTrouble(readingFailure(found.state, scope))
    return found
  } catch (cause) {
    if (isApiError(cause) && REFUSALS.has(cause.code ?? '')) return null
    noticeServiceTrouble(cause)
    throw cause
  }
}

/**
 * A page of an archive list in the API's shape.
 * @param filters `period=custom` with both ends
 * @throws ApiError `unavailable` without an archive
 */
export const archivePage = async (
  scope: Scope,
  oid: string | null,
  filters: ListFilters,
  page: number,
  { limit = PAGE, ...options }: RequestOptions,
): Promise<CallsPage> => {
  const { period: _period, ...query } = normaliseFilters(filters)
  const answer = await archivedContacts(
    scope,
    { ...query, object: oid ?? undefined, offset: (page - 1) * limit || undefined, limit },
    options,
  )
  if (answer === null) throw new ApiError('unavailable', { code: 'archive_unavailable', scope })
  const { state, since, total, contacts, objects } = answer
  const pages = Math.ceil(total / limit)
  return {
    calls: readContacts(contacts),
    objects,
    statuses: {},
    services: [],
    pagination: claimedPagination(page, { pages, hasNext: page < pages, total }),
    archive: state,
    ...(since !== null && { since }),
  }
}

/** A call's list row from the archive; null: its day isn't stored, or no such call. */
export const archivedRow = async (
  scope: Scope,
  oid: string,
  id: number,
  day: string,
  signal: AbortSignal,
): Promise<ListedCallRead | null> => {
  try {
    const found = await archivedContacts(scope, { date_from: day, date_to: day, object: oid, id }, { signal })
    return (
      readContacts(found?.contacts ?? [])
        .filter(isReadable)
        .find((one) => one.id === id) ?? null
    )
  } catch (error) {
    if (!isApiError(error, 'rejected', 'forbidden')) throw error
    return null
  }
}
