import { notifyManager, queryOptions, type QueryClient } from '@tanstack/react-query'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { Scope } from '#/api/client.ts'
import { ApiError } from '#/api/error.ts'
import { keyOf, keysOf, OWN_STATE, ofAccount, readKey } from '#/api/keys.ts'
import { dropStored } from '#/api/client-comparison/drop-stored.ts'
import type { AgencyRead, ClientRead } from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { clientName } from './client-name.ts'
import { heedClients } from './client-notices.ts'

/** Knowledge about clients beyond the agency's current list. */
export interface ClientMemory {
  /** Last known names, for messages about lost clients. */
  readonly names: ReadonlyMap<string, string>
  /** Refused by the service although listed. */
  readonly refused: ReadonlySet<string>
  readonly recent: readonly string[]
}

const NOTHING: ClientMemory = { names: new Map(), refused: new Set(), recent: [] }
const RECENT_MAX = 6

/** Derived, never requested. In the query cache, so that it is dropped with the session. */
export const clientMemoryQuery = (principal: string) =>
  queryOptions<ClientMemory>({
    ...OWN_STATE,
    queryKey: keyOf(ofAccount(principal), 'client_memory'),
    initialData: NOTHING,
  })

const memoryOf = (queryClient: QueryClient, principal: string): ClientMemory =>
  queryClient.getQueryData<ClientMemory>(clientMemoryQuery(principal).queryKey) ?? NOTHING

const remember = (queryClient: QueryClient, principal: string, change: Partial<ClientMemory>) =>
  void queryClient.setQueryData<ClientMemory>(clientMemoryQuery(principal).queryKey, {
    ...memoryOf(queryClient, principal),
    ...change,
  })

/**
 * Whether the address's client may be shown. - `open`: yes; the client is undefined until the list loads, and for
 * accounts without clients. Our server checks every request anyway. - `closed`: no; `name` is the last known one
 */
export type ClientAccess =
  | { readonly state: 'open'; readonly client: ClientRead | undefined }
  | { readonly state: 'closed'; readonly name: string | null }

/** @param agencies undefined: loading */
export const accessOf = (
  { client }: Pick<Scope, 'client'>,
  agencies: readonly AgencyRead[] | undefined,
  { names, refused }: ClientMemory = NOTHING,
): ClientAccess => {
  if (client === null) return { state: 'open', client: undefined }
  const listed = agencies?.flatMap(({ clients }) => clients).find((one) => isOf(one, client))
  const isLost = agencies !== undefined && listed === undefined
  return isLost || refused.has(client)
    ? { state: 'closed', name: names.get(client) ?? null }
    : { state: 'open', client: listed }
}

const isOf = (one: AgencyRead['clients'][number], client: string): one is ClientRead =>
  isReadable(one) && one.client === client

/** Drops data of clients missing from the new list. */
const learnClients = (queryClient: QueryClient, principal: string) => {
  const agencies = queryClient.getQueryData(agencyQuery(principal).queryKey) ?? []
  const listed = new Map(clientsOf(agencies).map((client) => [client.client, clientName(client)]))
  const { names, refused } = memoryOf(queryClient, principal)
  remember(queryClient, principal, {
    names: new Map([...names, ...listed]),
    // Listed again: open again.
    refused: new Set([...refused].filter((client) => listed.has(client))),
  })
  const scopes = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey }) => readKey(queryKey)?.scope ?? [])
  const signedIn = new Set(scopes.flatMap((scope) => (scope.principal === principal ? [scope.client] : [])))
  for (const client of signedIn)
    if (client !== null && !listed.has(client)) forgetClient(queryClient, { principal, client })
  dropStored(queryClient, principal, (client) => !listed.has(client), false)
}

/**
 * Drops a refused client's data and reloads the list. A client still listed stays closed until reopened by the
 * user, otherwise its pages would request in a loop.
 */
export const refuseClient = (queryClient: QueryClient, { principal, client }: Scope) => {
  if (client === null) return
  const { queryKey } = agencyQuery(principal)
  const { refused } = memoryOf(queryClient, principal)
  const isNews = !refused.has(client)
  notifyManager.batch(() => {
    remember(queryClient, principal, { refused: new Set([...refused, client]) })
    queryClient.setQueryData(queryKey, (agencies) =>
      agencies?.map((agency) => ({
        ...agency,
        clients: agency.clients.filter((one) => !isOf(one, client)),
      })),
    )
    forgetClient(queryClient, { principal, client })
  })
  if (isNews) void queryClient.invalidateQueries({ queryKey })
}

export const readmitClient = (queryClient: QueryClient, { principal, client }: Scope) => {
  const { refused } = memoryOf(queryClient, principal)
  if (client === null || !refused.has(client)) return
  remember(queryClient, principal, { refused: new Set([...refused].filter((one) => one !== client)) })
}

export const visitClient = (queryClient: QueryClient, { principal, client }: Scope) => {
  const { recent } = memoryOf(queryClient, principal)
  if (client === null || recent[0] === client) return
  const others = recent.filter((one) => one !== client)
  remember(queryClient, principal, { recent: [client, ...others].slice(0, RECENT_MAX) })
}

/** Clears a client's data, also on screen: a failed refresh would keep old rows. */
export const forgetClient = (queryClient: QueryClient, scope: Scope) => {
  const cache = queryClient.getQueryCache()
  const error = new ApiError('client-forbidden', { scope })
  for (const query of cache.findAll({ queryKey: keysOf(scope) })) {
    // A response from before the refusal must not restore rows.
    void query.cancel({ silent: true })
    // Emptied before removal: recent readers still have the object.
    query.setState({ data: undefined, dataUpdatedAt: 0, status: 'error', error, fetchStatus: 'idle' })
    // Its key may contain a caller's number; observed queries would refetch if removed.
    if (query.getObserversCount() === 0) cache.remove(query)
  }
  dropStored(queryClient, scope.principal, (client) => client === scope.client, true)
}

heedClients({ learn: learnClients, refuse: refuseClient })
