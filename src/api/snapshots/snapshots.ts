import { queryOptions } from '@tanstack/react-query'
import {
  sharedAnswer,
  sharedLinks,
  sharePath,
  snapshotPath,
  SNAPSHOTS_PATH,
  type ShareBody,
  type SharedAnswer,
  type SharedLink,
} from '#/contract/snapshots/snapshots.ts'
import { parse, send, type Scope } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** Links that lead to figures of an account and its clients, the newest first. */
export const sharedLinksQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'shared_links'),
    queryFn: async ({ signal }): Promise<readonly SharedLink[]> =>
      parse(sharedLinks, await send('GET', SNAPSHOTS_PATH, { scope: ofAccount(principal), signal }))
        .snapshots,
  })

/** @throws ApiError with what is wrong by field */
export const shareReport = async (scope: Scope, body: ShareBody): Promise<SharedAnswer> =>
  parse(sharedAnswer, await send('POST', sharePath(scope.client), { scope, body }))

/** @returns those that are left */
export const withdrawLink = async (principal: string, id: string): Promise<readonly SharedLink[]> =>
  parse(sharedLinks, await send('DELETE', snapshotPath(id), { scope: ofAccount(principal) })).snapshots

/** @returns all that there are again */
export const restoreLink = async (principal: string, id: string): Promise<readonly SharedLink[]> =>
  parse(
    sharedLinks,
    await send('POST', `${snapshotPath(id)}/restore`, { scope: ofAccount(principal), body: {} }),
  ).snapshots
