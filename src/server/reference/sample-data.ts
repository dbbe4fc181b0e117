import type { CompiledQuery, Insertable } from 'kysely'
import * as z from 'zod'
import type { SampleSignIn } from '#/contract/session.ts'
import { hashPassword } from './auth.ts'
import { ACCOUNTS, AGENCY, CLIENTS, SIGN_INS } from './sample/catalogue.ts'
import type { CommentRow, SampleContact } from './sample/contacts.ts'
import { makeEdgeCases } from './sample/edge-cases/make.ts'
import { apiKey, countedFrom, sampleObjectRow, sampleObject, type SampleObject } from './sample/objects.ts'
import { contactsInOrder, contactsSince, going, type Going } from './sample/schedule.ts'
import { analyze, createContactIndexes, type ReferenceDatabase, type ReferenceTables } from './schema.ts'

export interface SampleOptions {
  /** Total, up to 1,000,000, including about a hundred of the object "Edge cases". */
  readonly contacts: number
  readonly seed: number
  /** Epoch milliseconds: contacts span the 14 months before. */
  readonly now: number
  readonly onProgress?: (done: number, total: number) => void
}

/** Raise it with every change of the sample data: other versions are replaced at the next start. */
export const SAMPLE_VERSION = 5

export const SAMPLE_SIGN_INS: readonly SampleSignIn[] = SIGN_INS
export const sampleSignIn = (account: SampleSignIn['account']): SampleSignIn =>
  SAMPLE_SIGN_INS.find((one) => one.account === account)!

const FIRST_CONTACT_ID = 90_000_001
const TRANSACTION_ROWS = 5_000
/** Values per statement: SQLite's default limit, below PostgreSQL's 65,535. */
const MAX_VALUES = 32_766

/** Numbers of objects are the same in every sample. */
const sampleObjects = (): readonly SampleObject[] => {
  const given = new Set(ACCOUNTS.flatMap(({ objects }) => objects.map(({ id }) => id)))
  let lastId = 100
  const nextId = () => (given.has(++lastId) ? ++lastId : lastId)
  return ACCOUNTS.flatMap((account, index) =>
    account.objects.map((spec) => sampleObject(account, index + 1, spec, spec.id ?? nextId())),
  )
}

const insertAccounts = async (
  database: ReferenceDatabase,
  objects: readonly SampleObject[],
  { seed, now }: SampleOptions,
): Promise<void> => {
  const accounts = ACCOUNTS.map(async (spec, index) => {
    const password = SIGN_INS.find(({ email }) => email === spec.email)?.password
    const [, hidden] = spec.peculiar.split('hides ')
    return {
      id: index + 1,
      email: spec.email,
      password_hash: password ? await hashPassword(password) : '',
      api_key: apiKey(seed, spec.email),
      contact_name: spec.person,
      phone_number: `7812${2_000_000 + (index + 1) * 7_919}`,
      company_name: spec.company,
      is_agency_manager: spec === AGENCY.manager ? 1 : 0,
      agency_id: CLIENTS.includes(spec) ? 1 : null,
      statistics_only: spec.peculiar === 'statistics only' ? 1 : 0,
      hidden_fields: hidden ? JSON.stringify(hidden.split(' ')) : null,
    } as const
  })
  const { name, domain } = AGENCY
  // No phone number: this is the only place for the documented null.
  const agency = { id: 1, manager_id: 1, name, domain, phone_number: null, is_active: 1 } as const
  const rows = objects.map((object) => sampleObjectRow(object, seed, now, 0))
  await database
    .insertInto('accounts')
    .values(await Promise.all(accounts))
    .execute()
  await database.insertInto('agencies').values(agency).execute()
  await database.insertInto('objects').values(rows).execute()
}

/**
 * Inserts rows of one table with equal keys, many per statement; the full batch's statement is compiled once,
 * since building it costs more than running it.
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
      const query = database.insertInto(table).values(batch)
      if (batch.length < size) await query.execute()
      else {
        full ??= query.compile()
        const parameters = batch.flatMap((row) => columns.map((column) => row[column]))
        await database.executeQuery({ ...full, parameters })
      }
    }
  }
}
const createContactInserter = () => {
  const insertRows = createInserter('contacts')
  const insertComments = createInserter('comments')
  return async (database: ReferenceDatabase, made: readonly SampleContact[], commentId: number) => {
    const comments = made.flatMap(({ row, comments: own }) =>
      own.map((comment: CommentRow) => ({ id: commentId++, contact_id: row.id, ...comment })),
    )
    await insertRows(
      database,
      made.map(({ row }) => row),
    )
    await insertComments(database, comments)
    return commentId
  }
}

const insertContacts = async (
  database: ReferenceDatabase,
  objects: readonly SampleObject[],
  { contacts: total, seed, now, onProgress }: SampleOptions,
): Promise<Going> => {
  const edgeCases = makeEdgeCases(objects, now).slice(0, total)
  const options = { total: total - edgeCases.length, now, firstId: FIRST_CONTACT_ID }
  const stream = contactsInOrder(seed, objects, edgeCases, options)
  const insert = createContactInserter()
  const counted = new Map<number, number>()
  const since = new Map(objects.map((object) => [object.id, countedFrom(object, now)]))
  let pending: SampleContact[] = []
  let commentId = 1
  let done = 0
  for (let next = stream.next(); ; next = stream.next()) {
    if (!next.done) pending.push(...next.value)
    if (next.done || pending.length >= TRANSACTION_ROWS) {
      commentId = await database
        .transaction()
        .execute((transaction) => insert(transaction, pending, commentId))
      for (const { row } of pending)
        if (row.day >= (since.get(row.object_id) ?? ''))
          counted.set(row.object_id, (counted.get(row.object_id) ?? 0) + 1)
      done += pending.length
      pending = []
      onProgress?.(done, total)
    }
    if (!next.done) continue
    // An object's tariff and its remaining sessions depend on its contacts.
    await database.transaction().execute(async (transaction) => {
      for (const object of objects) {
        const { details } = sampleObjectRow(object, seed, now, counted.get(object.id) ?? 0)
        await transaction.updateTable('objects').set({ details }).where('id', '=', object.id).execute()
      }
    })
    return next.value
  }
}

/**
 * Fills the tables, deterministically except for password salts. Rows of an interrupted run are deleted
 * first; the last write marks the data as complete.
 */
export const makeSampleData = async (database: ReferenceDatabase, options: SampleOptions): Promise<void> => {
  const { seed, now } = options
  for (const table of ['sample', 'comments', 'contacts', 'objects', 'agencies', 'accounts'] as const)
    await database.deleteFrom(table).execute()
  const objects = sampleObjects()
  await insertAccounts(database, objects, options)
  const state: State = {
    seed,
    madeAt: now,
    newSince: now,
    going: await insertContacts(database, objects, options),
  }
  await createContactIndexes(database)
  await analyze(database)
  const facts = { version: String(SAMPLE_VERSION), state: JSON.stringify(state), complete: '1' }
  const rows = Object.entries(facts).map(([key, value]) => ({ key, value }))
  await database.insertInto('sample').values(rows).execute()
}

const state = z.object({ seed: z.number(), madeAt: z.number(), newSince: z.number(), going })
type State = z.infer<typeof state>

/**
 * Adds the contacts of the time since the last call: a few an hour by the objects' clocks. The result depends
 * on the clock alone, not on how often this runs.
 * @returns their number
 */
export const addNewContacts = async (database: ReferenceDatabase, now: number): Promise<number> => {
  const stored = database.selectFrom('sample').select('value').where('key', '=', 'state')
  const before = state.parse(JSON.parse((await stored.executeTakeFirstOrThrow()).value))
  if (now <= before.newSince) return 0
  const { seed, madeAt, newSince } = before
  const made = contactsSince(seed, sampleObjects(), { madeAt, from: newSince, to: now }, before.going)
  await database.transaction().execute(async (transaction) => {
    const idOf = async (table: 'contacts' | 'comments') => {
      const last = await transaction
        .selectFrom(table)
        .select((on) => on.fn.max('id').as('id'))
        .executeTakeFirst()
      return (last?.id ?? 0) + 1
    }
    let id = await idOf('contacts')
    for (const { row } of made.drafts) row.id = id++
    await createContactInserter()(transaction, made.drafts, await idOf('comments'))
    const value = JSON.stringify({ ...before, newSince: now, going: made.going } satisfies State)
    await transaction.updateTable('sample').set({ value }).where('key', '=', 'state').execute()
  })
  return made.drafts.length
}
