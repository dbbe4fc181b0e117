import type { Kysely } from 'kysely'
import * as z from 'zod'
import { sha256, type Seal } from '#/server/session/seal.ts'

interface MailStopTable {
  schedule: string
  /** SHA-256 of the lower-case address, so that the table reveals no recipients. */
  address_hash: string
  at: number
}
export interface MailStopTables {
  mail_stops: MailStopTable
}

const BOUND = JSON.stringify(['mail', 'stop'])
const TOKEN_MAX = 1_000

const stopped = z.object({ schedule: z.string(), to: z.string(), language: z.enum(['en', 'ru']) })
export type StoppedMail = z.infer<typeof stopped>

export const STOP_PATH = '/mail/stop'

const hashOf = (address: string) => sha256(address.toLowerCase())

/** Unsubscribe links, and who has used them. */
export const createMailStops = (
  database: Kysely<MailStopTables>,
  seal: Pick<Seal, 'close' | 'open'>,
  now: () => number,
) => {
  return {
    linkOf: (mail: StoppedMail): string => {
      const sealed = seal.close(JSON.stringify(mail), BOUND)
      return `${STOP_PATH}/${Buffer.from(sealed, 'base64').toString('base64url')}`
    },

    read: (token: string): StoppedMail | null => {
      if (token.length > TOKEN_MAX || !/^[\w-]+$/.test(token)) return null
      const plain = seal.open(Buffer.from(token, 'base64url').toString('base64'), BOUND)
      return plain === null ? null : (stopped.safeParse(JSON.parse(plain)).data ?? null)
    },

    stop: async ({ schedule, to }: Pick<StoppedMail, 'schedule' | 'to'>): Promise<void> => {
      await database
        .insertInto('mail_stops')
        .values({ schedule, address_hash: hashOf(to), at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    of: async (schedule: string, addresses: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await database
        .selectFrom('mail_stops')
        .select('address_hash')
        .where('schedule', '=', schedule)
        .execute()
      const hashes = new Set(rows.map(({ address_hash }) => address_hash))
      return new Set(addresses.filter((address) => hashes.has(hashOf(address))))
    },
  }
}

export type MailStops = ReturnType<typeof createMailStops>
