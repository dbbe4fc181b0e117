import { queryOptions } from '@tanstack/react-query'
import { STANDING_PATH, standingState, type StandingState } from '#/contract/delivery/offline-access.ts'
import { parse, send } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** Whether Callboard may read with a person's access while they are away. */
export const standingQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'standing'),
    queryFn: async ({ signal }): Promise<StandingState> =>
      parse(standingState, await send('GET', STANDING_PATH, { scope: ofAccount(principal), signal })),
    staleTime: 60_000,
  })

const write = async (method: 'PUT' | 'DELETE', principal: string): Promise<StandingState> =>
  parse(standingState, await send(method, STANDING_PATH, { scope: ofAccount(principal), body: {} }))

export const giveStanding = (principal: string): Promise<StandingState> => write('PUT', principal)
export const endStanding = (principal: string): Promise<StandingState> => write('DELETE', principal)
