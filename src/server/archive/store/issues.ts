import type { Kysely } from 'kysely'
import { chunksOf } from '#/server/database/statements.ts'
import type { AccountNumbers } from './account-numbers.ts'
import type { ArchiveTables } from './schema.ts'

export interface StoredIssues {
  readonly epoch: number
  readonly version: number
  /** When objects were read; null: never. */
  readonly objectsAt: number | null
  readonly basis: string | null
  readonly foundAt: number
  readonly found: string | null
}

type IssuesRow = Pick<StoredIssues, 'foundAt'> & { readonly basis: string; readonly found: string }

export const issuesOf = (database: Kysely<ArchiveTables>, { writeIn }: AccountNumbers) => ({
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
      const known = await database
        .selectFrom('archive_accounts')
        .select(['number', 'account', 'epoch', 'version'])
        .where('account', 'in', names)
        .execute()
      if (known.length === 0) continue
      const numbers = known.map(({ number }) => number)
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
      for (const { number, account, epoch, version } of known) {
        const { basis = null, found_at = 0, found = null } = issuesBy.get(number) ?? {}
        const objectsRead = objectsAt.get(number) ?? null
        stored.set(account, { epoch, version, objectsAt: objectsRead, basis, foundAt: found_at, found })
      }
    }
    return stored
  },
})
