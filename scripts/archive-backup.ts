import process from 'node:process'
import { copyDatabase } from '#/server/database/copy.ts'
import { ARCHIVE_FILE } from '#/server/archive/open.ts'

/** `npm run archive:backup -- FILE`: a copy of the archive in DATA_DIR, while the server goes on. */
const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error('Where to? npm run archive:backup -- /somewhere/archive.sqlite')
  process.exit(1)
}
try {
  copyDatabase(process.env['DATA_DIR'] ?? './data', ARCHIVE_FILE, target)
  console.log(`The archive is in ${target}`)
} catch (error) {
  console.error(`No backup was made: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
