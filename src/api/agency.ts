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

/** `GET /v2/agency`: the manager's agencies with their clients. One in practice; the document shows a list. */
export const agencyQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'agency'),
    queryFn: ({ signal }) => callApi(endpoints.agency, { scope: ofAccount(principal), signal }),
    // Without clients there is nothing that another page would read from it, and one may be there by now.
    staleTime: ({ state }) => (state.data?.some(({ clients }) => clients.length > 0) ? 60_000 : 0),
  })

/** The clients of all agencies that can be read, by company name. */
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
