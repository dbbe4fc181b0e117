import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ARCHIVE_FILE } from '#/server/archive/open.ts'
import { copyDatabase } from '#/server/database/copy.ts'

const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error('Where to? npm run backup -- /somewhere/new')
  process.exit(1)
}
const folder = process.env['DATA_DIR'] || './data'
const url = process.env['DATABASE_URL'] ?? ''

const copyFiles = (to: string): readonly string[] => {
  const names = ['callboard.sqlite', ARCHIVE_FILE].filter((name) => existsSync(join(folder, name)))
  if (names.length === 0) throw new Error(`there is no database in DATA_DIR (${folder})`)
  for (const name of names) copyDatabase(folder, name, join(to, name))
  return names
}

const dump = async (to: string): Promise<readonly string[]> => {
  const name = 'callboard.dump'
  const { dumpDatabase } = await import('#/server/database/postgres/dump.ts')
  await dumpDatabase(url, join(to, name))
  return [name]
}

try {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const names = url === '' ? copyFiles(target) : await dump(target)
  console.log(`In ${target} now: ${names.join(', ')}`)
} catch (error) {
  console.error(`The backup is not complete: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
