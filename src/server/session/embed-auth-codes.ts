import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FrameSessionBody, EmbedAuthCodeBody } from '#/contract/embed/embed.ts'
import { sha256 } from './seal.ts'

interface EmbedAuthCodeTable {
  /** SHA-256 of the code, hex, so that the table's content cannot be redeemed. */
  code_hash: string
  session: string
  portal: string
  challenge: string
  created: number
}
export interface EmbedAuthCodeTables {
  hand_overs: EmbedAuthCodeTable
}

const GOOD_MS = 60_000

/**
 * One-time codes that open framed sessions; in the database, for any server.
 * @throws database errors
 */
export const createEmbedAuthCodes = (database: Kysely<EmbedAuthCodeTables>, now: () => number) => {
  const removeOld = () =>
    database
      .deleteFrom('hand_overs')
      .where('created', '<=', now() - GOOD_MS)
      .execute()

  return {
    /**
     * @param session hash of its id
     * @returns the code, which is not stored
     */
    give: async (session: string, { portal, challenge }: EmbedAuthCodeBody): Promise<string> => {
      await removeOld()
      const code = randomBytes(32).toString('base64url')
      await database
        .insertInto('hand_overs')
        .values({ code_hash: sha256(code), session, portal, challenge, created: now() })
        .execute()
      return code
    },

    /** The granting session of a code; null: invalid. Any attempt invalidates it. */
    take: async ({ code, verifier, portal }: FrameSessionBody): Promise<string | null> => {
      const row = await database
        .deleteFrom('hand_overs')
        .where('code_hash', '=', sha256(code))
        .returningAll()
        .executeTakeFirst()
      if (!row || now() - row.created >= GOOD_MS || row.portal !== portal) return null
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      return challenge === row.challenge ? row.session : null
    },
  }
}

export type EmbedAuthCodes = ReturnType<typeof createEmbedAuthCodes>
