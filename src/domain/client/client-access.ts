import { notifyManager, queryOptions, type QueryClient } from '@tanstack/react-query'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { Scope } from '#/api/client.ts'
import { ApiError } from '#/api/error.ts'
import { keyOf, keysOf, OWN_STATE, ofAccount, readKey } from '#/api/keys.ts'
import { dropKept } from '#/api/client-comparison/drop-stored.ts'
import type { AgencyRead, ClientRead } from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { clientName } from './client-name.ts'
import { heedClients } from './client-notices.ts'

/** What a visit knows of clients beyond the agency's list as it is now. */
export interface ClientMemory {
  /** What each was called while the list named it, so that one that is lost can be called by its name. */
  readonly names: ReadonlyMap<string, string>
  /** Those that the service has refused although the list names them, or before it was loaded again. */
  readonly refused: ReadonlySet<string>
  /** Those that were looked at in this tab, the last one first. */
  readonly recent: readonly string[]
}

const NOTHING: ClientMemory = { names: new Map(), refused: new Set(), recent: [] }
const RECENT_MAX = 6

/** Made of answers, never asked for. Kept with them, so that it goes when the session does. */
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
 * Whether the client of the address may be shown.
 * - `open`: yes, and which it is; undefined until the agency's list is here, and for accounts that have no clients. Our
 *   server checks every request anyway.
 * - `closed`: no; `name` is what it was called while it was the agency's, null if this visit has never seen it there
 */
export type ClientAccess =
  | { readonly state: 'open'; readonly client: ClientRead | undefined }
  | { readonly state: 'closed'; readonly name: string | null }

/** @param agencies undefined until they are here */
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

/** The agency's list has come: whatever is here of a client that it does not name goes. */
const learnClients = (queryClient: QueryClient, principal: string) => {
  const agencies = queryClient.getQueryData(agencyQuery(principal).queryKey) ?? []
  const listed = new Map(clientsOf(agencies).map((client) => [client.client, clientName(client)]))
  const { names, refused } = memoryOf(queryClient, principal)
  remember(queryClient, principal, {
    names: new Map([...names, ...listed]),
    // A list without it says the same; once it names the client again, the client is open again.
    refused: new Set([...refused].filter((client) => listed.has(client))),
  })
  const scopes = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey }) => readKey(queryKey)?.scope ?? [])
  const held = new Set(scopes.flatMap((scope) => (scope.principal === principal ? [scope.client] : [])))
  for (const client of held)
    if (client !== null && !listed.has(client)) forgetClient(queryClient, { principal, client })
  dropKept(queryClient, principal, (client) => !listed.has(client), false)
}

/**
 * The service has refused a request for a client: it is closed, and its data are discarded at once. The agency's list
 * is loaded again. A client that it still names stays closed until the user opens it again: its pages would ask, be
 * refused and ask again without end.
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

/** The user opens a client that was refused: it is open if the agency's list names it, until it is refused again. */
export const readmitClient = (queryClient: QueryClient, { principal, client }: Scope) => {
  const { refused } = memoryOf(queryClient, principal)
  if (client === null || !refused.has(client)) return
  remember(queryClient, principal, { refused: new Set([...refused].filter((one) => one !== client)) })
}

/** Remembers that the user looks at a client. */
export const visitClient = (queryClient: QueryClient, { principal, client }: Scope) => {
  const { recent } = memoryOf(queryClient, principal)
  if (client === null || recent[0] === client) return
  const others = recent.filter((one) => one !== client)
  remember(queryClient, principal, { recent: [client, ...others].slice(0, RECENT_MAX) })
}

/**
 * What is here of a client goes, on the screen too, where the reason takes its place: a failed refresh would otherwise
 * keep the old rows.
 */
export const forgetClient = (queryClient: QueryClient, scope: Scope) => {
  const cache = queryClient.getQueryCache()
  const error = new ApiError('client-forbidden', { scope })
  for (const query of cache.findAll({ queryKey: keysOf(scope) })) {
    // An answer from before the refusal must not bring the rows back.
    void query.cancel({ silent: true })
    // Emptied even if it goes: who looked at it a moment ago still holds it.
    query.setState({ data: undefined, dataUpdatedAt: 0, status: 'error', error, fetchStatus: 'idle' })
    // Its key may hold a caller's number, so it goes too; but a component that still uses it would only ask again.
    if (query.getObserversCount() === 0) cache.remove(query)
  }
  dropKept(queryClient, scope.principal, (client) => client === scope.client, true)
}

heedClients({ learn: learnClients, refuse: refuseClient })
