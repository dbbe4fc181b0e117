import type { CompiledQuery, Insertable } from 'kysely'
import type { SampleSignIn } from '#/contract/session.ts'
import { hashPassword } from './auth.ts'
import { AGENCY, LARGE_MARKETER, SMALL_MARKETER, type AccountSpec } from './sample/accounts.ts'
import { createZone, DAY, type Zone } from './sample/calendar.ts'
import { CLIENTS, SIGN_INS } from './sample/clients.ts'
import type { CommentRow, ContactRow } from './sample/contacts.ts'
import { makeEdgeCases } from './sample/edge-cases/make.ts'
import { EDGE_ACCOUNT, EDGE_CASES_ID } from './sample/edge-cases/objects.ts'
import { apiKey, makeObject, type SampleObject } from './sample/objects.ts'
import { createRandom } from './sample/random.ts'
import { contactsInOrder, firstDayOf } from './sample/schedule.ts'
import {
  analyze,
  createContactIndexes,
  type AccountTable,
  type ReferenceDatabase,
  type ReferenceTables,
} from './schema.ts'

export interface SampleOptions {
  /** Contacts in all, up to 1,000,000; the hundred or so of the object "Edge cases" are among them. */
  readonly contacts: number
  readonly seed: number
  /** Milliseconds since 1970: the last contacts are from just before, the first from 14 months earlier. */
  readonly now: number
  /** Called with the number of contacts that are in, a few times a second. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Raised with every change of what is made: data of another version are made anew at the next start. */
export const SAMPLE_VERSION = 2

/** Accounts to sign in with. */
export const SAMPLE_SIGN_INS: readonly SampleSignIn[] = SIGN_INS

const AGENCY_ID = 1
const FIRST_CONTACT_ID = 90_000_001
/** Contacts in one transaction: few enough to keep the write-ahead log small, many enough to commit seldom. */
const TRANSACTION_ROWS = 5_000

const accountRow = (
  spec: AccountSpec,
  id: number,
  seed: number,
  passwordHash: string,
  more: Partial<Insertable<AccountTable>>,
): Insertable<AccountTable> => ({
  id,
  email: spec.email,
  password_hash: passwordHash,
  api_key: apiKey(seed, spec.email),
  contact_name: spec.person,
  phone_number: `7812${2_000_000 + id * 7_919}`,
  company_name: spec.company,
  is_agency_manager: 0,
  agency_id: null,
  statistics_only: spec.statisticsOnly ? 1 : 0,
  hidden_fields: spec.hiddenFields ? JSON.stringify(spec.hiddenFields) : null,
  ...more,
})

/** Accounts, agency and objects. @returns what contacts are made from */
const makeAccounts = async (
  database: ReferenceDatabase,
  { seed, now }: SampleOptions,
): Promise<readonly SampleObject[]> => {
  // Only these can sign in by password; the clients of the agency are reached through it.
  const hashes = new Map<string, string>(
    await Promise.all(
      SIGN_INS.map(async ({ email, password }) => [email, await hashPassword(password)] as const),
    ),
  )
  const specs: readonly (readonly [AccountSpec, Partial<Insertable<AccountTable>>])[] = [
    [AGENCY.manager, { is_agency_manager: 1 }],
    [LARGE_MARKETER, {}],
    [SMALL_MARKETER, {}],
    ...CLIENTS.map((client) => [client, { agency_id: AGENCY_ID }] as const),
    [EDGE_ACCOUNT, {}],
  ]
  const zones = new Map<string, Zone>()
  const zoneOf = (timeZone: string) => {
    const known = zones.get(timeZone) ?? createZone(timeZone, firstDayOf(now) * DAY, now)
    zones.set(timeZone, known)
    return known
  }
  const accounts = specs.map(([spec, more], index) =>
    accountRow(spec, index + 1, seed, hashes.get(spec.email) ?? '', more),
  )
  let lastId = 100
  // What people have saved names objects by what follows from their numbers: those stay.
  const nextId = () => (++lastId === EDGE_CASES_ID ? ++lastId : lastId)
  const objects = specs.flatMap(([account], index) =>
    account.objects.map((spec) =>
      makeObject(account, index + 1, spec, spec.id ?? nextId(), zoneOf, { seed, now }),
    ),
  )

  await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('accounts').values(accounts).execute()
    await transaction
      .insertInto('agencies')
      // Without a phone number: the documented null has no other place to occur.
      .values({
        id: AGENCY_ID,
        manager_id: 1,
        name: AGENCY.name,
        domain: AGENCY.domain,
        phone_number: null,
        is_active: 1,
      })
      .execute()
    await transaction
      .insertInto('objects')
      .values(objects.map(({ row }) => row))
      .execute()
  })
  return objects.map(({ object }) => object)
}

/** Values one statement may carry: SQLite's default limit, and less than PostgreSQL's 65,535. */
const MAX_VALUES = 32_766

/**
 * Inserts rows of one table, all with the same keys, many to a statement. The statement for a full batch is compiled once:
 * building it anew for every batch costs more than running it. @returns a function for any number of rows
 */
const createInserter = <T extends keyof ReferenceTables>(table: T) => {
  let full: CompiledQuery | undefined
  return async (
    database: ReferenceDatabase,
    rows: readonly Insertable<ReferenceTables[T]>[],
  ): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<ReferenceTables[T]>)[]
    const size = Math.floor(MAX_VALUES / Math.max(1, columns.length))
    for (let start = 0; start < rows.length; start += size) {
      const batch = rows.slice(start, start + size)
      if (batch.length < size) {
        await database.insertInto(table).values(batch).execute()
        continue
      }
      full ??= database.insertInto(table).values(batch).compile()
      await database.executeQuery({
        ...full,
        parameters: batch.flatMap((row) => columns.map((column) => row[column])),
      })
    }
  }
}

const makeContacts = async (
  database: ReferenceDatabase,
  objects: readonly SampleObject[],
  { contacts: total, seed, now, onProgress }: SampleOptions,
): Promise<void> => {
  const edgeCases = makeEdgeCases(objects, now).slice(0, total)
  const insertContacts = createInserter('contacts')
  const insertComments = createInserter('comments')
  let contacts: ContactRow[] = []
  let comments: (CommentRow & { id: number; contact_id: number })[] = []
  let commentId = 1
  let done = 0

  const flush = async () => {
    await database.transaction().execute(async (transaction) => {
      await insertContacts(transaction, contacts)
      await insertComments(transaction, comments)
    })
    done += contacts.length
    contacts = []
    comments = []
    onProgress?.(done, total)
  }

  const stream = contactsInOrder(createRandom(seed), objects, edgeCases, {
    total: total - edgeCases.length,
    now,
    firstId: FIRST_CONTACT_ID,
  })
  for (const drafts of stream) {
    for (const draft of drafts) {
      contacts.push(draft.row)
      for (const comment of draft.comments) {
        comments.push({ id: commentId++, contact_id: draft.row.id, ...comment })
      }
    }
    if (contacts.length >= TRANSACTION_ROWS) await flush()
  }
  await flush()
}

const empty = async (database: ReferenceDatabase) => {
  for (const table of ['sample', 'comments', 'contacts', 'objects', 'agencies', 'accounts'] as const) {
    await database.deleteFrom(table).execute()
  }
}

/**
 * Fills the tables with accounts, objects and contacts: the same ones for the same options, but for the salts of the
 * password hashes. Whatever an earlier, interrupted run left is thrown away first; only the very last write says
 * that the data are complete.
 */
export const makeSampleData = async (database: ReferenceDatabase, options: SampleOptions): Promise<void> => {
  await empty(database)
  const objects = await makeAccounts(database, options)
  await makeContacts(database, objects, options)
  await createContactIndexes(database)
  await analyze(database)
  await database
    .insertInto('sample')
    .values([
      { key: 'version', value: String(SAMPLE_VERSION) },
      { key: 'seed', value: String(options.seed) },
      { key: 'contacts', value: String(options.contacts) },
      { key: 'made_at', value: new Date(options.now).toISOString() },
    ])
    .execute()
  await database.insertInto('sample').values({ key: 'complete', value: '1' }).execute()
}
