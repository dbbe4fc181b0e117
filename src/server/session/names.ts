import { chunksOf } from '#/server/database/statements.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { troubleOf } from '#/server/database/database.ts'
import type { Seal } from './seal.ts'

/** Text of an AUTH_KEYS account, like `email:` and `key:` for others. */
export const accountText = (name: string) => `account:${name}`

/** An API user, or one of an agency's clients, by our own random ids. */
export const archiveAccount = (principal: string, client: string | null): string =>
  client === null ? principal : `${principal} ${client}`

type Kind = 'principal' | 'client'

interface NameTable {
  kind: Kind
  /** Keyed hash of an account, or of a client's address. */
  hmac: string
  /** Random, independent of the secret. */
  id: string
  /** The sealed text, for rehashing under another secret; null: from before this table. */
  sealed: string | null
}
export interface NameTables {
  names: NameTable
}

const SAVE_MS = 1_000

const boundTo = (kind: Kind) => `name of a ${kind}`

/** Random, permanent ids of persons, and of clients without one, independent of the secret. */
export const createNames = async (database: Kysely<NameTables>, seal: Seal) => {
  const known = new Map<string, string>()

  const read = async (kind: Kind, hmacs: readonly string[]) => {
    const found = new Map<string, string>()
    for (const chunk of chunksOf(hmacs)) {
      const rows = await database
        .selectFrom('names')
        .select(['hmac', 'id'])
        .where('kind', '=', kind)
        .where('hmac', 'in', chunk)
        .execute()
      for (const { hmac, id } of rows) found.set(hmac, id)
    }
    return found
  }

  const insert = async (rows: readonly NameTable[]) => {
    for (const chunk of chunksOf(rows))
      await database
        .insertInto('names')
        .values(chunk)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }

  /** Rehashes rows after a change of the secret, while the previous one is available. */
  const fileAgain = async () => {
    if (!seal.formerly) return
    const rows = await database.selectFrom('names').selectAll().where('sealed', 'is not', null).execute()
    await insert(
      rows.flatMap(({ kind, hmac, id, sealed }) => {
        const text = seal.open(sealed ?? '', boundTo(kind))
        const now = text === null ? hmac : seal.pseudonym(kind, text)
        return text === null || now === hmac
          ? []
          : [{ kind, hmac: now, id, sealed: seal.close(text, boundTo(kind)) }]
      }),
    )
  }
  await fileAgain()

  let unsaved: readonly NameTable[] = []
  const saveClients = async () => {
    const rows = unsaved
    try {
      await insert(rows)
      unsaved = unsaved.filter((row) => !rows.includes(row))
    } catch (error) {
      if (troubleOf(error) === null) throw error
    }
  }

  const rowsFor = async (kind: Kind, texts: readonly string[]): Promise<NameTable[]> => {
    const before = texts.map((text) => seal.formerly?.(kind, text) ?? '')
    const former = seal.formerly ? await read(kind, before) : new Map<string, string>()
    return texts.map((text, nth) => ({
      kind,
      hmac: seal.pseudonym(kind, text),
      id: former.get(before[nth] ?? '') ?? randomBytes(8).toString('hex'),
      sealed: seal.close(text, boundTo(kind)),
    }))
  }

  const learn = (kind: Kind, found: ReadonlyMap<string, string>) => {
    for (const [hmac, id] of found) known.set(`${kind} ${hmac}`, id)
  }
  const unknownOf = (kind: Kind, texts: readonly string[]) =>
    [...new Set(texts)].filter((text) => !known.has(`${kind} ${seal.pseudonym(kind, text)}`))
  const find = async (kind: Kind, texts: readonly string[]) =>
    learn(
      kind,
      await read(
        kind,
        unknownOf(kind, texts).map((text) => seal.pseudonym(kind, text)),
      ),
    )
  const idOf = (kind: Kind, text: string): string => {
    const id = known.get(`${kind} ${seal.pseudonym(kind, text)}`)
    if (id === undefined) throw new Error('a name was not kept')
    return id
  }

  return {
    /** @throws database errors for a new account */
    principal: async (account: string): Promise<string> => {
      await find('principal', [account])
      if (unknownOf('principal', [account]).length > 0) {
        await insert(await rowsFor('principal', [account]))
        // Another server may have been first: the stored id counts.
        await find('principal', [account])
      }
      return idOf('principal', account)
    },

    /** By address. Does not wait for the disk; failed writes are retried. */
    clients: async (emails: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      await find('client', emails)
      const rows = await rowsFor('client', unknownOf('client', emails))
      // Two concurrent lists may contain the same new client.
      const fresh = rows.filter(({ hmac }) => !known.has(`client ${hmac}`))
      learn('client', new Map(fresh.map(({ hmac, id }) => [hmac, id])))
      unsaved = [...unsaved, ...fresh]
      if (unsaved.length > 0) await Promise.race([saveClients(), pause(SAVE_MS, undefined, { ref: false })])
      return new Map(emails.map((email) => [email, idOf('client', email)]))
    },
  }
}

export type Names = Awaited<ReturnType<typeof createNames>>
