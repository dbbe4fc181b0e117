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
} from '#/contract/shared-reports/shared-reports.ts'
import { parse, send, unlessGone, type Scope } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** Links that lead to figures of an account and its clients, the newest first. */
export const sharedLinksQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'shared_links'),
    queryFn: async ({ signal }): Promise<readonly SharedLink[]> =>
      parse(sharedLinks, await send('GET', SNAPSHOTS_PATH, { scope: ofAccount(principal), signal }))
        .snapshots,
  })

/** @param newest id of the newest link there is @throws ApiError with what is wrong by field */
export const shareReport = async (
  scope: Scope,
  body: ShareBody,
  newest: string | null,
): Promise<SharedAnswer> =>
  parse(sharedAnswer, await send('POST', sharePath(scope.client), { scope, body, onceSeen: newest }))

const readLinks = async (principal: string): Promise<readonly SharedLink[]> =>
  parse(sharedLinks, await send('GET', SNAPSHOTS_PATH, { scope: ofAccount(principal) })).snapshots

/** A link that is gone already was withdrawn in another tab. @returns those that are left */
export const withdrawLink = async (principal: string, id: string): Promise<readonly SharedLink[]> =>
  send('DELETE', snapshotPath(id), { scope: ofAccount(principal) }).then(
    (answer) => parse(sharedLinks, answer).snapshots,
    unlessGone(() => readLinks(principal)),
  )

/** @returns all that there are again */
export const restoreLink = async (principal: string, id: string): Promise<readonly SharedLink[]> =>
  parse(
    sharedLinks,
    await send('POST', `${snapshotPath(id)}/restore`, { scope: ofAccount(principal), body: {} }),
  ).snapshots
