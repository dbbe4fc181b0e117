import type { MigrationHistory } from '#/server/database/database.ts'

export const storedBuildHistory: MigrationHistory = {
  table: 'kept_builds_migration',
  migrations: {
    '0001-kept-builds': async ({ schema }) => {
      await schema
        .createTable('kept_builds')
        .addColumn('build', 'text', (column) => column.primaryKey())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createTable('kept_build_files')
        .addColumn('build', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('kept_build_files_primary', ['build', 'path'])
        .execute()
    },
  },
}
