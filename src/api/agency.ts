import { queryOptions } from '@tanstack/react-query'
import {
  updatedAgencyRead,
  type AgencyRead,
  type ClientRead,
  type UpdateAgencyBody,
} from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { pathOf } from '#/contract/endpoint.ts'
import { callApi, parse, send } from './client.ts'
import { keyOf, ofAccount } from './keys.ts'

/** `GET /v2/agency`: agencies with clients. One in practice (G2). */
export const agencyQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'agency'),
    queryFn: ({ signal }) => callApi(endpoints.agency, { scope: ofAccount(principal), signal }),
    // An empty list is refetched: nothing depends on it, and a client may have been added.
    staleTime: ({ state }) => (state.data?.some(({ clients }) => clients.length > 0) ? 60_000 : 0),
  })

export const clientsOf = (agencies: readonly AgencyRead[]): ClientRead[] =>
  agencies
    .flatMap((agency) => agency.clients.filter(isReadable))
    .toSorted((a, b) => (a.company_name ?? '').localeCompare(b.company_name ?? ''))

/** `PUT /v2/agency` (API document 4.2). */
export const updateAgency = async (
  principal: string,
  agency: UpdateAgencyBody['agency'],
): Promise<AgencyRead> => {
  const body: UpdateAgencyBody = { agency }
  const path = pathOf(endpoints.update_agency, {})
  return parse(updatedAgencyRead.lenient, await send('PUT', path, { scope: ofAccount(principal), body }))
    .agency
}
