import type { Kysely } from 'kysely'
import { phoneCountry, type PhoneCountry } from '#/contract/phones/read-number.ts'
import { withCaller, type CountryOfObject } from '#/server/phones/reading.ts'
import { chunksOf } from '#/server/database/statements.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { ownerOfRecord } from './stored-day.ts'
import type { ArchiveTables } from './schema.ts'

/*
 * Who called is read of a record by the country of its object, and kept in columns. Where the rule of reading has changed, or an
 * object's country has become known, columns are made anew of the records that are kept (maintenance/read-callers.ts).
 */

/** By which rule a segment's callers were read; a larger number is a later rule. */
export const CALLERS_RULE = 1
/** They are of a former rule, or of other countries: to be read anew. */
export const FORMER_CALLERS = 0
/** The same, and there are no records to read them of: the days are read again. */
export const WAITING_CALLERS = -1

/** Of some objects: two letters; null: not known. */
export type SaidCountries = readonly (readonly [oid: string, country: string | null])[]

/** What is known of where an account's objects are. */
const countriesOf = async (
  database: Kysely<ArchiveTables>,
  account: number,
): Promise<ReadonlyMap<string, PhoneCountry | null>> => {
  const rows = await database
    .selectFrom('archive_countries')
    .select(['oid', 'country'])
    .where('account', '=', account)
    .execute()
  return new Map(rows.map(({ oid, country }) => [oid, country === null ? null : phoneCountry(country)]))
}

/** Within a transaction: countries that are said now, beside those known before. One that was another makes all callers former ones. */
export const learnCountries = async (
  write: Kysely<ArchiveTables>,
  account: number,
  said: SaidCountries,
): Promise<void> => {
  const known = await countriesOf(write, account)
  const all = new Map(said)
  const fresh = [...all].filter(([oid]) => !known.has(oid))
  for (const some of chunksOf(fresh))
    await write
      .insertInto('archive_countries')
      .values(some.map(([oid, country]) => ({ account, oid, country })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const changed = [...all].filter(
    ([oid, country]) => country !== null && known.has(oid) && known.get(oid) !== country,
  )
  if (changed.length === 0) return
  for (const [oid, country] of changed)
    await write
      .updateTable('archive_countries')
      .set({ country })
      .where('account', '=', account)
      .where('oid', '=', oid)
      .execute()
  await write
    .updateTable('archive_segments')
    .set({ callers: FORMER_CALLERS })
    .where('account', '=', account)
    .execute()
}

const countryBy =
  (countries: ReadonlyMap<string, PhoneCountry | null>): CountryOfObject =>
  (oid) =>
    countries.get(oid) ?? null

/** Records with their callers, by what is known of where their objects are; what is not known of one is noted, so that it may be learned. */
export const readCallers = async (
  write: Kysely<ArchiveTables>,
  account: number,
  records: readonly unknown[],
): Promise<readonly unknown[]> => {
  const owners = new Set(records.flatMap((raw) => ownerOfRecord(raw) ?? []))
  await learnCountries(
    write,
    account,
    [...owners].map((oid) => [oid, null] as const),
  )
  const country = countryBy(await countriesOf(write, account))
  return records.map((raw) => withCaller(raw, country))
}

const hasCaller = (raw: unknown): boolean =>
  typeof raw !== 'object' || raw === null || 'caller' in raw || !('phone_number_from' in raw)

/** The same of a day that an earlier version has kept, for who only reads. */
export const withCallers = async (
  database: Kysely<ArchiveTables>,
  account: number,
  records: readonly unknown[],
): Promise<readonly unknown[]> => {
  if (records.every(hasCaller)) return records
  const country = countryBy(await countriesOf(database, account))
  return records.map((raw) => (hasCaller(raw) ? raw : withCaller(raw, country)))
}

/** Countries of an account's objects, for who looks through its contacts. */
export const countriesIn = (
  database: Kysely<ArchiveTables>,
  { known, numberOf, transact }: AccountNumbers,
) => ({
  countries: async (account: string): Promise<ReadonlyMap<string, PhoneCountry | null>> =>
    countriesOf(database, (await known(account)) ?? 0),

  /** The service has said where objects are. */
  learnCountries: async (account: string, said: SaidCountries): Promise<void> => {
    if (said.length === 0) return
    const before = await countriesOf(database, (await known(account)) ?? 0)
    // Lists of objects pass by again and again.
    if (said.every(([oid, country]) => before.has(oid) && (country === null || before.get(oid) === country)))
      return
    await transact(await numberOf(account), (write, _epoch) =>
      numberOf(account).then((number) => learnCountries(write, number, said)),
    )
  },
})
