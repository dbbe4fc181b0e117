import type { Kysely } from 'kysely'
import { DAY_MS } from '#/contract/day.ts'
import { sha256, type Seal } from '#/server/session/seal.ts'

interface IdempotentRequestTable {
  /** SHA-256 of person and key. */
  key_hash: string
  principal: string
  /** SHA-256 of method, path and body. */
  request_hash: string
  status: number | null
  /** The sealed body: it may contain a shared link. */
  answer: string | null
  created: number
}
export interface IdempotencyTables {
  idempotent_requests: IdempotentRequestTable
}

/** How long answers are repeated. */
const RETENTION_MS = DAY_MS
/** Later, the request's server is assumed dead. */
const PENDING_MS = 2 * 60_000

export type Claim =
  | { readonly is: 'new' }
  | { readonly is: 'pending' }
  | { readonly is: 'answered'; readonly status: number; readonly body: string }
  | { readonly is: 'reused' }

/**
 * Executes requests once across all servers of a database.
 * @throws database errors
 */
export const createIdempotency = (
  database: Kysely<IdempotencyTables>,
  seal: Pick<Seal, 'open' | 'close'>,
  now: () => number,
) => {
  const ofKey = (principal: string, key: string) => sha256(JSON.stringify([principal, key]))
  const boundTo = (keyHash: string) => `idempotent request ${keyHash}`

  const insert = async (principal: string, keyHash: string, requestHash: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows: rows = 0n } = await database
      .insertInto('idempotent_requests')
      .values({
        key_hash: keyHash,
        principal,
        request_hash: requestHash,
        status: null,
        answer: null,
        created: now(),
      })
      .onConflict((conflict) => conflict.column('key_hash').doNothing())
      .executeTakeFirst()
    return rows > 0n
  }
  const remove = (keyHash: string, created: number) =>
    database
      .deleteFrom('idempotent_requests')
      .where('key_hash', '=', keyHash)
      .where('created', '=', created)
      .execute()

  return {
    /** @param request method, path and body, joined */
    claim: async (principal: string, key: string, request: string): Promise<Claim> => {
      const [keyHash, requestHash] = [ofKey(principal, key), sha256(request)]
      if (await insert(principal, keyHash, requestHash)) return { is: 'new' }
      const row = await database
        .selectFrom('idempotent_requests')
        .selectAll()
        .where('key_hash', '=', keyHash)
        .executeTakeFirst()
      if (!row) return { is: 'pending' }
      const isOver = now() - row.created > (row.status === null ? PENDING_MS : RETENTION_MS)
      const body = row.answer === null ? null : seal.open(row.answer, boundTo(keyHash))
      if (isOver || (row.status !== null && body === null)) {
        await remove(keyHash, row.created)
        return (await insert(principal, keyHash, requestHash)) ? { is: 'new' } : { is: 'pending' }
      }
      if (row.request_hash !== requestHash) return { is: 'reused' }
      return row.status === null || body === null
        ? { is: 'pending' }
        : { is: 'answered', status: row.status, body }
    },

    answer: async (principal: string, key: string, status: number, body: string): Promise<void> => {
      const keyHash = ofKey(principal, key)
      await database
        .updateTable('idempotent_requests')
        .set({ status, answer: seal.close(body, boundTo(keyHash)) })
        .where('key_hash', '=', keyHash)
        .execute()
    },

    /** A failed request may be repeated. */
    giveUp: async (principal: string, key: string): Promise<void> => {
      await database
        .deleteFrom('idempotent_requests')
        .where('key_hash', '=', ofKey(principal, key))
        .where('status', 'is', null)
        .execute()
    },

    /** After a deletion, equal requests are new ones. */
    forget: async (principal: string): Promise<void> => {
      await database
        .deleteFrom('idempotent_requests')
        .where('principal', '=', principal)
        .where('status', 'is not', null)
        .execute()
    },

    purge: async (): Promise<void> => {
      await database
        .deleteFrom('idempotent_requests')
        .where('created', '<=', now() - RETENTION_MS)
        .execute()
    },
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>
