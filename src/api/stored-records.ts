import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { parse, send } from './client.ts'
import { keyOf, ofAccount } from './keys.ts'

/** Path and unit of what an account's people have written. */
const STORED = {
  marks: { path: '/marks', unit: 'contacts' },
  notes: { path: '/notes', unit: 'notes' },
  plans: { path: '/month-plans', unit: 'months' },
  working_hours: { path: '/working-hours', unit: 'objects' },
} as const
export type StoredRecordName = keyof typeof STORED

export const storedCountQuery = (principal: string, of: StoredRecordName) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'stored_count', { of }),
    queryFn: async ({ signal }): Promise<number> => {
      const { path, unit } = STORED[of]
      return parse(
        z.object({ [unit]: z.int() }),
        await send('GET', `${path}/kept`, { scope: ofAccount(principal), signal }),
      )[unit]!
    },
  })

/** Deletes it for good, also of clients that the account has lost. */
export const forgetStored = async (principal: string, of: StoredRecordName): Promise<void> => {
  await send('DELETE', STORED[of].path, { scope: ofAccount(principal) })
}
