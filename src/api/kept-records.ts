import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { parse, send } from './client.ts'
import { keyOf, ofAccount } from './keys.ts'

/** Path and unit of what an account's people have written. */
const KEPT = {
  marks: { path: '/marks', unit: 'contacts' },
  notes: { path: '/notes', unit: 'notes' },
  plans: { path: '/month-plans', unit: 'months' },
  working_hours: { path: '/working-hours', unit: 'objects' },
} as const
export type KeptName = keyof typeof KEPT

export const keptCountQuery = (principal: string, of: KeptName) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'kept_count', { of }),
    queryFn: async ({ signal }): Promise<number> => {
      const { path, unit } = KEPT[of]
      return parse(
        z.object({ [unit]: z.int() }),
        await send('GET', `${path}/kept`, { scope: ofAccount(principal), signal }),
      )[unit]!
    },
  })

/** Deletes it for good, also of clients that the account has lost. */
export const forgetKept = async (principal: string, of: KeptName): Promise<void> => {
  await send('DELETE', KEPT[of].path, { scope: ofAccount(principal) })
}
