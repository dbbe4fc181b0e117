import type { Kysely } from 'kysely'
import { phoneCountry, type PhoneCountry } from '#/contract/phones/read-number.ts'
import { withCaller, type CountryOfObject } from '#/server/phones/reading.ts'
import { chunksOf } from '#/server/database/statements.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { ownerOfRecord } from './stored-day.ts'
import type { ArchiveTables } from './schema.ts'

/*
 * A record's caller depends on its object's country and is stored in columns. When the parsing rule or a
 * country changes, columns are rebuilt from the records (maintenance/read-callers.ts).
 */

/** Version of the rule that callers are parsed by. */
export const CALLERS_RULE = 1
/** Parsed by an older rule or other countries: to be parsed again. */
export const FORMER_CALLERS = 0
/** The same without records to parse: the days are read again. */
export const WAITING_CALLERS = -1

export type KnownCountries = readonly (readonly [oid: string, country: string | null])[]

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

/** Within a transaction: stores newly known countries. A changed one makes all callers outdated. */
export const learnCountries = async (
  write: Kysely<ArchiveTables>,
  account: number,
  objectCountries: KnownCountries,
): Promise<void> => {
  const known = await countriesOf(write, account)
  const all = new Map(objectCountries)
  const fresh = [...all].filter(([oid]) => !known.has(oid))
  for (const chunk of chunksOf(fresh))
    await write
      .insertInto('archive_countries')
      .values(chunk.map(([oid, country]) => ({ account, oid, country })))
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

/** Parses the records' callers by the known countries; objects with unknown countries are noted, to be learned later. */
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

export const withCallers = async (
  database: Kysely<ArchiveTables>,
  account: number,
  records: readonly unknown[],
): Promise<readonly unknown[]> => {
  if (records.every(hasCaller)) return records
  const country = countryBy(await countriesOf(database, account))
  return records.map((raw) => (hasCaller(raw) ? raw : withCaller(raw, country)))
}

export const countriesIn = (
  database: Kysely<ArchiveTables>,
  { known, numberOf, transact }: AccountNumbers,
) => ({
  countries: async (account: string): Promise<ReadonlyMap<string, PhoneCountry | null>> =>
    countriesOf(database, (await known(account)) ?? 0),

  learnCountries: async (account: string, objectCountries: KnownCountries): Promise<void> => {
    if (objectCountries.length === 0) return
    const before = await countriesOf(database, (await known(account)) ?? 0)
    // Object lists pass often, mostly unchanged.
    if (
      objectCountries.every(
        ([oid, country]) => before.has(oid) && (country === null || before.get(oid) === country),
      )
    )
      return
    const number = await numberOf(account)
    await transact(number, (write) => learnCountries(write, number, objectCountries))
  },
})
