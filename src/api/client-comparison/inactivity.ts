import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  INACTIVITY_PATH,
  inactivityAnswer,
  type InactivityQuestion,
  type RolledUpDays,
} from '#/contract/archive/client-comparison.ts'
import { parse, refusalOf, send } from '#/api/client.ts'
import type { ApiError } from '#/api/error.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { isReadable } from '#/contract/field.ts'
import { objectsAnswer, type ObjRead } from '#/contract/object.ts'

/** While something is read. */
const READING_MS = 3_000

/** What our server knows of a client's objects. */
export interface ClientObjects {
  /** Null: they have not been listed. */
  readonly objects: {
    /** Milliseconds since 1970. */
    readonly at: number
    readonly isAll: boolean
    readonly records: readonly ObjRead[]
  } | null
  /** By the day that it is by the objects' clocks; without those that are not here. */
  readonly days: readonly RolledUpDays[]
  readonly isReading: boolean
  /** What has kept it from being read a moment ago. */
  readonly error: ApiError | null
}
export type ObjectsOfClients = ReadonlyMap<string, ClientObjects>

const ask = async (
  principal: string,
  body: InactivityQuestion,
  signal?: AbortSignal,
): Promise<ObjectsOfClients> => {
  const scope = ofAccount(principal)
  const { accounts } = parse(
    inactivityAnswer,
    await send('POST', INACTIVITY_PATH, { scope, body, ...(signal && { signal }) }),
  )
  return new Map(
    accounts.map(({ client, objects, days, is_reading: isReading, error }) => {
      const list = objects && {
        at: Date.parse(objects.as_of),
        isAll: objects.is_all,
        records: parse(objectsAnswer.lenient, { objs: objects.records }).objs.filter(isReadable),
      }
      const refused = error && refusalOf(error.status, error.code, {})
      return [client, { objects: list, days, isReading, error: refused }] as const
    }),
  )
}

/** What the objects of clients are judged by; our server reads what it has not stored. */
export const inactivityQuery = (principal: string, clients: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'inactivity', { clients }),
    queryFn: ({ signal }) => ask(principal, { clients: [...clients], is_update: false }, signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      [...(state.data?.values() ?? [])].some(({ isReading }) => isReading) ? READING_MS : false,
    retry: false,
  })

/** Has our server look at some of the clients again. */
export const updateInactivity = async (
  queryClient: QueryClient,
  principal: string,
  all: readonly string[],
  some: readonly string[],
): Promise<void> => {
  const fresh = await ask(principal, { clients: [...some], is_update: true })
  const { queryKey } = inactivityQuery(principal, all)
  // An answer that is on its way is from before.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (before) => before && new Map([...before, ...fresh]))
}
