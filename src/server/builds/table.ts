import type { Kysely } from 'kysely'
import { migrate } from '#/server/database/database.ts'
import { storedBuildHistory } from '#/server/database/migrations/histories/server.ts'
import { chunksOf } from '#/server/database/statements.ts'
import { tooOld, type StoredBuilds } from './stored-builds.ts'

interface BuildTable {
  /** Written last, when all files are. */
  build: string
  started_at: number
}
interface BuildFileTable {
  build: string
  path: string
  bytes: Uint8Array
}
export interface BuildTables {
  kept_builds: BuildTable
  kept_build_files: BuildFileTable
}

const FILES_AT_ONCE = 50

export const createBuildTable = async (
  database: Kysely<BuildTables>,
  now: () => number,
): Promise<StoredBuilds> => {
  // Builds in a folder need no table.
  await migrate(database, storedBuildHistory)
  const names = async () => {
    const rows = await database
      .selectFrom('kept_builds')
      .select('build')
      .orderBy('started_at', 'desc')
      .orderBy('build')
      .execute()
    return rows.map(({ build }) => build)
  }

  const write = async (build: string, files: Parameters<StoredBuilds['keep']>[1]) => {
    const rows = Array.from(files, ([path, bytes]) => ({ build, path, bytes }))
    // Without a transaction, to not block writers: it becomes a build with its row.
    for (const chunk of chunksOf(rows, FILES_AT_ONCE))
      await database
        .insertInto('kept_build_files')
        .values(chunk)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }

  return {
    keep: async (build, files) => {
      if (!(await names()).includes(build)) await write(build, files)
      await database
        .insertInto('kept_builds')
        .values({ build, started_at: now() })
        .onConflict((conflict) => conflict.column('build').doUpdateSet({ started_at: now() }))
        .execute()
      const old = tooOld(await names())
      if (old.length > 0) await database.deleteFrom('kept_builds').where('build', 'in', old).execute()
      await database
        .deleteFrom('kept_build_files')
        .where('build', 'not in', (those) => those.selectFrom('kept_builds').select('build'))
        .execute()
    },
    names,
    filesOf: async (build) => {
      const rows = await database
        .selectFrom('kept_build_files')
        .select(['path', 'bytes'])
        .where('build', '=', build)
        .execute()
      return new Map(rows.map(({ path, bytes }) => [path, new Uint8Array(bytes)]))
    },
  }
}
