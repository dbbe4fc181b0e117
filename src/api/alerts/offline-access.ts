import { queryOptions } from '@tanstack/react-query'
import {
  OFFLINE_ACCESS_PATH,
  offlineAccessState,
  type OfflineAccessState,
} from '#/contract/delivery/offline-access.ts'
import { parse, send } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

export const offlineAccessQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'offline_access'),
    queryFn: async ({ signal }): Promise<OfflineAccessState> =>
      parse(
        offlineAccessState,
        await send('GET', OFFLINE_ACCESS_PATH, { scope: ofAccount(principal), signal }),
      ),
    staleTime: 60_000,
  })

const write = async (method: 'PUT' | 'DELETE', principal: string): Promise<OfflineAccessState> =>
  parse(
    offlineAccessState,
    await send(method, OFFLINE_ACCESS_PATH, { scope: ofAccount(principal), body: {} }),
  )

export const giveOfflineAccess = (principal: string): Promise<OfflineAccessState> => write('PUT', principal)
export const endOfflineAccess = (principal: string): Promise<OfflineAccessState> => write('DELETE', principal)
