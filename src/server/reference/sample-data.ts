import type { CompiledQuery, Insertable } from 'kysely'
import * as z from 'zod'
import type { SampleSignIn } from '#/contract/session.ts'
import { hashPassword } from './auth.ts'
import { createZone, DAY, wallDayNumber, wallDayText, type Zone } from './sample/calendar.ts'
import { ACCOUNTS, AGENCY, CLIENTS, SIGN_INS, type AccountSpec } from './sample/catalogue.ts'
import type { CommentRow, StoredContact, SampleContact } from './sample/contacts.ts'
import { makeEdgeCases } from './sample/edge-cases/make.ts'
import { EDGE_CASES_ID } from './sample/edge-cases/objects.ts'
import { apiKey, makeObject, type MadeObject } from './sample/objects.ts'
import { createRandom } from './sample/random.ts'
import { contactsInOrder, contactsSince, firstDayOf, lastStep, STEP, type Going } from './sample/schedule.ts'
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

/** Raise it with every change of the sample data: data of another version are replaced at the next start. */
export const SAMPLE_VERSION = 3

/** Accounts to sign in with. */
export const SAMPLE_SIGN_INS: readonly SampleSignIn[] = SIGN_INS
export const sampleSignIn = (account: SampleSignIn['account']): SampleSignIn =>
  SAMPLE_SIGN_INS.find((one) => one.account === account)!

const AGENCY_ID = 1
const FIRST_CONTACT_ID = 90_000_001
/** Contacts in one transaction: few enough to keep the write-ahead log small, many enough to commit seldom. */
const TRANSACTION_ROWS = 5_000

const accountRow = (
  spec: AccountSpec,
  id: number,
  seed: number,
  passwordHash: string,
): Insertable<AccountTable> => ({
  id,
  email: spec.email,
  password_hash: passwordHash,
  api_key: apiKey(seed, spec.email),
  contact_name: spec.person,
  phone_number: `7812${2_000_000 + id * 7_919}`,
  company_name: spec.company,
  is_agency_manager: spec === AGENCY.manager ? 1 : 0,
  agency_id: CLIENTS.includes(spec) ? AGENCY_ID : null,
  statistics_only: spec.statisticsOnly ? 1 : 0,
  hidden_fields: spec.hiddenFields ? JSON.stringify(spec.hiddenFields) : null,
})

/** All objects of a sample made at `now`, with clocks that are known from `from` to `to`. */
const makeObjects = (seed: number, now: number, from: number, to: number): readonly MadeObject[] => {
  const zones = new Map<string, Zone>()
  const zoneOf = (timeZone: string) => {
    const known = zones.get(timeZone) ?? createZone(timeZone, from, to)
    zones.set(timeZone, known)
    return known
  }
  let lastId = 100
  // What people have saved names objects by what follows from their numbers: those stay.
  const nextId = () => (++lastId === EDGE_CASES_ID ? ++lastId : lastId)
  return ACCOUNTS.flatMap((account, index) =>
    account.objects.map((spec) =>
      makeObject(account, index + 1, spec, spec.id ?? nextId(), zoneOf, { seed, now }),
    ),
  )
}

/** Accounts, agency and objects. */
const insertAccounts = async (
  database: ReferenceDatabase,
  objects: readonly MadeObject[],
  seed: number,
): Promise<void> => {
  // Only these can sign in by password; the clients of the agency are reached through it.
  const hashes = new Map<string, string>(
    await Promise.all(
      SIGN_INS.map(async ({ email, password }) => [email, await hashPassword(password)] as const),
    ),
  )
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('accounts')
      .values(ACCOUNTS.map((spec, index) => accountRow(spec, index + 1, seed, hashes.get(spec.email) ?? '')))
      .execute()
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
}

/** Values one statement may carry: SQLite's default limit, and less than PostgreSQL's 65,535. */
const MAX_VALUES = 32_766

/**
 * Inserts rows of one table, all with the same keys, many to a statement. The statement for a full batch is compiled once:
 * building it for every batch costs more than running it. @returns a function for any number of rows
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

type CommentRows = (CommentRow & { id: number; contact_id: number })[]
const commentsOf = (drafts: readonly SampleContact[], firstId: number): CommentRows =>
  drafts
    .flatMap(({ row, comments }) => comments.map((comment) => ({ contact_id: row.id, ...comment })))
    .map((comment, index) => ({ id: firstId + index, ...comment }))

/** @returns what to go on with when new contacts come */
const insertContacts = async (
  database: ReferenceDatabase,
  made: readonly MadeObject[],
  { contacts: total, seed, now, onProgress }: SampleOptions,
): Promise<Going> => {
  const objects = made.map(({ object }) => object)
  const edgeCases = makeEdgeCases(objects, now).slice(0, total)
  const insertRows = createInserter('contacts')
  const insertComments = createInserter('comments')
  let held: SampleContact[] = []
  let commentId = 1
  let done = 0
  const flush = async () => {
    const comments = commentsOf(held, commentId)
    const rows: StoredContact[] = held.map(({ row }) => row)
    await database.transaction().execute(async (transaction) => {
      await insertRows(transaction, rows)
      await insertComments(transaction, comments)
    })
    done += held.length
    commentId += comments.length
    held = []
    onProgress?.(done, total)
  }

  const stream = contactsInOrder(createRandom(seed), objects, edgeCases, {
    total: total - edgeCases.length,
    now,
    firstId: FIRST_CONTACT_ID,
  })
  let next = stream.next()
  for (; !next.done; next = stream.next()) {
    held.push(...next.value)
    if (held.length >= TRANSACTION_ROWS) await flush()
  }
  await flush()
  return next.value
}

/** Sessions are counted as contacts come of them: an object's tariff and what is left of it follow from its contacts. */
const updateSessions = async (
  database: ReferenceDatabase,
  objects: readonly MadeObject[],
  now: number,
): Promise<void> => {
  await database.transaction().execute(async (transaction) => {
    for (const { object, countedDays, detailsAfter } of objects) {
      const { contacts } = await transaction
        .selectFrom('contacts')
        .select((on) => on.fn.countAll<number>().as('contacts'))
        .where('object_id', '=', object.id)
        .where('day', '>=', wallDayText(wallDayNumber(now) - countedDays))
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('objects')
        .set({ details: detailsAfter(contacts) })
        .where('id', '=', object.id)
        .execute()
    }
  })
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
  const { seed, now } = options
  await empty(database)
  const objects = makeObjects(seed, now, firstDayOf(now) * DAY, now)
  await insertAccounts(database, objects, seed)
  const going = await insertContacts(database, objects, options)
  await createContactIndexes(database)
  await updateSessions(database, objects, now)
  await analyze(database)
  await database
    .insertInto('sample')
    .values([
      { key: 'version', value: String(SAMPLE_VERSION) },
      { key: 'seed', value: String(seed) },
      { key: 'contacts', value: String(options.contacts) },
      { key: 'made_at', value: new Date(now).toISOString() },
      // The step in which it is made is over and has all its contacts.
      { key: 'new_since', value: String(lastStep(now + STEP - 1)) },
      { key: 'going', value: JSON.stringify(going) },
    ])
    .execute()
  await database.insertInto('sample').values({ key: 'complete', value: '1' }).execute()
}

const facts = z.object({
  seed: z.coerce.number(),
  made_at: z.iso.datetime().transform((text) => Date.parse(text)),
  new_since: z.coerce.number(),
  going: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.object({ scale: z.number(), callers: z.array(z.tuple([z.number(), z.number()])) })),
})

/**
 * Adds the contacts that complete sample data would have received until `now`: a few an hour by the clocks of the
 * objects. The clock alone decides which ones, however often this is called and however long the server was off.
 * @returns how many there were
 */
export const addNewContacts = async (database: ReferenceDatabase, now: number): Promise<number> => {
  const rows = await database.selectFrom('sample').selectAll().execute()
  const {
    seed,
    made_at: madeAt,
    new_since: from,
    going,
  } = facts.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  const to = lastStep(now)
  if (to <= from) return 0
  // A story may have begun two weeks before the sample was made, at most.
  const objects = makeObjects(seed, madeAt, madeAt - 14 * DAY, to).map(({ object }) => object)
  const made = contactsSince(seed, objects, { madeAt, from, to }, going)
  await database.transaction().execute(async (transaction) => {
    const last = async (table: 'contacts' | 'comments') =>
      (
        await transaction
          .selectFrom(table)
          .select((on) => on.fn.max('id').as('id'))
          .executeTakeFirst()
      )?.id ?? 0
    let id = await last('contacts')
    for (const { row } of made.drafts) row.id = ++id
    const comments = commentsOf(made.drafts, (await last('comments')) + 1)
    await createInserter('contacts')(
      transaction,
      made.drafts.map(({ row }) => row),
    )
    await createInserter('comments')(transaction, comments)
    for (const [key, value] of [
      ['new_since', String(to)],
      ['going', JSON.stringify(made.going)],
    ] as const)
      await transaction.updateTable('sample').set({ value }).where('key', '=', key).execute()
  })
  return made.drafts.length
}
