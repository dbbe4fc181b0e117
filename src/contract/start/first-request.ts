import {
  isOfArchive,
  listFilterSchemas,
  normaliseFilters,
  type ListFilters,
} from '#/contract/archive/filters.ts'
import { archiveClocksPath } from '#/contract/archive/shapes.ts'
import {
  DEFAULT_JOURNAL_PERIOD,
  FILTERED_STATUS_CODES,
  isCustomStatus,
  objectStatusFilter,
  readParameters,
} from '#/contract/call-filters.ts'
import { requestAddress, isPathValue } from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'
import type { Session } from '#/contract/session.ts'

const isPlainStatus = (status: string | undefined) =>
  status === undefined || FILTERED_STATUS_CODES.has(status) || isCustomStatus(status)

type Search = Readonly<Record<string, string>>

/** The filters of a journal's address; null: not known from the address, or not one request. */
const journalFilters = (search: Search): ListFilters | null => {
  const { values, dropped } = readParameters(listFilterSchemas, search)
  const { period = DEFAULT_JOURNAL_PERIOD, date_from, date_to, from_filter, status_filter } = values
  const hasDays = date_from !== undefined || date_to !== undefined
  const areDaysPlain =
    period === 'custom' ? date_from !== undefined && date_to !== undefined && date_from <= date_to : !hasDays
  const isPlain =
    dropped.length === 0 &&
    from_filter === undefined &&
    // Relative periods depend on a clock that only the page knows.
    search['preset'] === undefined &&
    !isOfArchive(values) &&
    isPlainStatus(status_filter) &&
    areDaysPlain
  return isPlain ? normaliseFilters({ ...values, period }) : null
}

const PAGE =
  /^\/(?:(?<section>calls|objects|clients|overview(?:\/(?:changes|report|tools))?)|objects\/(?<oid>[^/]+)(?:\/(?<calls>calls)(?:\/(?<call_id>\d+))?)?)$/

const decoded = (segment: string | undefined): string | null => {
  if (segment === undefined) return null
  try {
    const value = decodeURIComponent(segment)
    return isPathValue('oid', value) ? value : null
  } catch {
    return null
  }
}

export const homeOf = ({ user }: Pick<Session, 'user'>, client: string | null) =>
  user?.is_agency_manager && !client ? '/clients' : '/overview'

export const landingOf = ({ pathname, searchParams }: URL, who: Pick<Session, 'user'>): string =>
  pathname === '/' ? homeOf(who, searchParams.get('client')) : pathname

/**
 * The first request of a page, for the document to preload; null: unknown from the address.
 * @param url the page's
 */
export const firstRequest = (url: URL, who: Pick<Session, 'user'>): string | null => {
  const { section, oid: raw, calls, call_id } = PAGE.exec(landingOf(url, who))?.groups ?? {}
  const search = Object.fromEntries(url.searchParams)
  // Repeated parameters are ambiguous.
  if (Object.keys(search).length !== url.searchParams.size) return null
  const isManager = who.user?.is_agency_manager === true
  if (section === 'clients') return isManager ? requestAddress(endpoints.agency, {}, null) : null
  const client = (isManager && search['client']) || null
  // Without a chosen client nothing is requested (G21).
  if (isManager && (client === null || !isPathValue('client_id', client))) return null
  const listOf = (oid: string | null, filters: ListFilters | null) => {
    if (filters === null) return null
    return oid === null
      ? requestAddress(endpoints.all_calls, {}, client, filters)
      : requestAddress(endpoints.object_calls, { oid }, client, filters)
  }
  if (section === 'objects')
    return requestAddress(
      endpoints.objects,
      {},
      client,
      readParameters({ status: objectStatusFilter }, search).values,
    )
  if (section === 'calls') return listOf(null, journalFilters(search))
  // Figures are asked for by the day on the clocks in this answer.
  if (section !== undefined) return archiveClocksPath(client)
  const oid = decoded(raw)
  if (oid === null) return null
  if (call_id !== undefined)
    return isPathValue('call_id', call_id) ? requestAddress(endpoints.call, { oid, call_id }, client) : null
  return calls === undefined
    ? requestAddress(endpoints.object, { oid }, client)
    : listOf(oid, journalFilters(search))
}
