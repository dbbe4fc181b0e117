import type { Kysely } from 'kysely'
import * as z from 'zod'
import { archiveDrift, joinDrift, type ArchiveDrift } from '#/contract/archive/drift.ts'
import { chunksOf } from '#/server/database/statements.ts'
import type { AccountNumbers } from './account-numbers.ts'
import type { ArchiveTables } from './schema.ts'
import type { SegmentDays } from './store.ts'

interface ListedObjects {
  readonly readAt: number
  /** False: the list was incomplete. */
  readonly isAll: boolean
  readonly objects: readonly unknown[]
}

interface StoredIssues {
  readonly epoch: number
  readonly version: number
  /** When objects were read; null: never. */
  readonly objectsAt: number | null
  readonly basis: string | null
  readonly foundAt: number
  readonly found: string | null
}

type IssuesRow = Pick<StoredIssues, 'foundAt'> & { readonly basis: string; readonly found: string }

/** What is stored of an account beside its days: its objects, the issues found, and drift. */
export const accountFactsOf = (
  database: Kysely<ArchiveTables>,
  { known, numberOf, writeIn }: AccountNumbers,
) => ({
  keepObjects: async (account: string, { readAt, isAll, objects }: ListedObjects): Promise<void> => {
    const row = { read_at: readAt, is_all: isAll ? 1 : 0, objects: JSON.stringify(objects) }
    await database
      .insertInto('archive_objects')
      .values({ account: await numberOf(account), ...row })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
      .execute()
  },

  objects: async (account: string): Promise<ListedObjects | null> => {
    const row = await database
      .selectFrom('archive_objects')
      .selectAll()
      .where('account', '=', (await known(account)) ?? 0)
      .executeTakeFirst()
    if (!row) return null
    return {
      readAt: row.read_at,
      isAll: row.is_all === 1,
      objects: z.array(z.unknown()).parse(JSON.parse(row.objects)),
    }
  },

  /**
   * @param epoch as of when they were evaluated
   * @throws AccountForgotten
   */
  keepIssues: async (account: string, epoch: number, { basis, foundAt, found }: IssuesRow): Promise<void> => {
    const row = { basis, found_at: foundAt, found }
    await writeIn(account, epoch, (write, number) =>
      write
        .insertInto('archive_issues')
        .values({ account: number, ...row })
        .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
        .execute(),
    )
  },

  /** By account, of many at a time: absent where nothing was ever stored. */
  issues: async (accounts: readonly string[]): Promise<ReadonlyMap<string, StoredIssues>> => {
    const stored = new Map<string, StoredIssues>()
    for (const names of chunksOf(accounts)) {
      const numbered = await database
        .selectFrom('archive_accounts')
        .select(['number', 'account', 'epoch', 'version'])
        .where('account', 'in', names)
        .execute()
      if (numbered.length === 0) continue
      const numbers = numbered.map(({ number }) => number)
      const issues = await database
        .selectFrom('archive_issues')
        .selectAll()
        .where('account', 'in', numbers)
        .execute()
      const objects = await database
        .selectFrom('archive_objects')
        .select(['account', 'read_at'])
        .where('account', 'in', numbers)
        .execute()
      const issuesBy = new Map(issues.map((row) => [row.account, row]))
      const objectsAt = new Map(objects.map((row) => [row.account, row.read_at]))
      for (const { number, account, epoch, version } of numbered) {
        const { basis = null, found_at = 0, found = null } = issuesBy.get(number) ?? {}
        const objectsRead = objectsAt.get(number) ?? null
        stored.set(account, { epoch, version, objectsAt: objectsRead, basis, foundAt: found_at, found })
      }
    }
    return stored
  },

  /** Differences from the API document by UTC day of the reading: names and types, no values. */
  drift: async (
    account: string,
    { first, last }: SegmentDays,
  ): Promise<readonly (ArchiveDrift & { readonly day: number })[]> => {
    const rows = await database
      .selectFrom('archive_drift')
      .select(['day', 'found'])
      .where('account', '=', (await known(account)) ?? 0)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .orderBy('day')
      .execute()
    return rows.map(({ day, found }) => ({ day, ...archiveDrift.parse(JSON.parse(found)) }))
  },

  /**
   * @param epoch when the answer came
   * @throws AccountForgotten
   */
  noteDrift: async (account: string, day: number, found: ArchiveDrift, epoch: number): Promise<void> =>
    writeIn(account, epoch, async (write, number) => {
      const before = await write
        .selectFrom('archive_drift')
        .select('found')
        .where('account', '=', number)
        .where('day', '=', day)
        .executeTakeFirst()
      const all = before ? [archiveDrift.parse(JSON.parse(before.found)), found] : [found]
      const row = { found: JSON.stringify(joinDrift(all)) }
      await write
        .insertInto('archive_drift')
        .values({ account: number, day, ...row })
        .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet(row))
        .execute()
    }),
})
