import { queryOptions } from '@tanstack/react-query'
import { archiveObjects, type RolledUpDays } from '#/contract/archive/roll-up.ts'
import { archivePath } from '#/contract/archive/shapes.ts'
import { DAY_MS } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import { objectsAnswer, type ObjRead } from '#/contract/object.ts'
import { isForService } from '#/api/archive.ts'
import { parse, send } from '#/api/client.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'

/** Sessions go on being used: a list that is older says nothing of the days that are left. */
const OBJECTS_KEPT_MS = 7 * DAY_MS

/** What our server keeps of a client's objects. */
export interface KeptObjectsOfClient {
  /** Null: their list is not kept. */
  readonly objects: {
    /** Milliseconds since 1970. */
    readonly at: number
    readonly isAll: boolean
    readonly records: readonly ObjRead[]
  } | null
  /** Null: its today is not held. */
  readonly days: RolledUpDays | null
}
export type KeptObjects = ReadonlyMap<string, KeptObjectsOfClient>

/** What our server keeps of some clients' objects; null when it has no archive. Rejects with ApiError. */
export const fetchKeptObjects = async (
  principal: string,
  clients: readonly string[],
  signal: AbortSignal,
): Promise<KeptObjects | null> => {
  const scope = ofAccount(principal)
  const query = new URLSearchParams(clients.map((client) => ['client', client]))
  try {
    const answer = await send('GET', `${archivePath(null)}/roll-up/objects?${query}`, { scope, signal })
    if (answer === null) return null
    const { accounts } = parse(archiveObjects, answer)
    return new Map(
      accounts.flatMap(({ client, objects, days }) => {
        if (client === null) return []
        const at = objects === null ? 0 : Date.parse(objects.as_of)
        const isFresh = objects !== null && Date.now() - at < OBJECTS_KEPT_MS
        const list = isFresh && {
          at,
          isAll: objects.is_all,
          records: parse(objectsAnswer.lenient, { objs: objects.records }).objs.filter(isReadable),
        }
        return [[client, { objects: list || null, days }] as const]
      }),
    )
  } catch (cause) {
    if (isForService(cause)) return null
    throw cause
  }
}

/** As of when the page was opened: what is checked there is newer. */
export const keptObjectsQuery = (principal: string, clients: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'archive_objects', { clients }),
    queryFn: ({ signal }) => fetchKeptObjects(principal, clients, signal),
    staleTime: 60_000,
    retry: false,
  })
