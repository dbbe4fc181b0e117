import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FrameSessionBody, EmbedAuthCodeBody } from '#/contract/embed/embed.ts'
import { sha256 } from './seal.ts'

interface EmbedAuthCodeTable {
  /** SHA-256 of the code, hex: who reads the table can redeem nothing. */
  code_hash: string
  /** Hash of the id of the session that lets the frame in. */
  session: string
  portal: string
  challenge: string
  /** Milliseconds since 1970, by the server's clock. */
  created: number
}
export interface EmbedAuthCodeTables {
  hand_overs: EmbedAuthCodeTable
}

/** From the pop-up's click to the frame's request. */
const GOOD_MS = 60_000

/**
 * One-time codes with which a session lets a frame in. In the database, so that any server that shares it may be asked.
 * @throws whatever the database throws
 */
export const createEmbedAuthCodes = (database: Kysely<EmbedAuthCodeTables>, now: () => number) => {
  const removeOld = () =>
    database
      .deleteFrom('hand_overs')
      .where('created', '<=', now() - GOOD_MS)
      .execute()

  return {
    /** @param session hash of its id @returns the code, which is kept nowhere */
    give: async (session: string, { portal, challenge }: EmbedAuthCodeBody): Promise<string> => {
      await removeOld()
      const code = randomBytes(32).toString('base64url')
      await database
        .insertInto('hand_overs')
        .values({ code_hash: sha256(code), session, portal, challenge, created: now() })
        .execute()
      return code
    },

    /** Whose session the code was of; null: it is not good. Whatever it is tried with, it is used up. */
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
