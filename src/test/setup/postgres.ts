import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { removePostgres } from '../../../scripts/postgres.ts'

/** Tests that need a PostgreSQL share one, which the first of them starts (`src/server/database/testing/postgres.ts`). */
export const setup = () => {
  const folder = join(tmpdir(), `callboard-postgres-${process.pid}`)
  process.env['TEST_POSTGRES'] = folder
  return () => removePostgres({ folder })
}
