import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * A consistent copy of a database in DATA_DIR, readable by its owner only, while the server runs.
 * @throws if there is none, the target exists, or it cannot be written
 */
export const copyDatabase = (folder: string, name: string, target: string): void => {
  const file = join(folder, name)
  if (!existsSync(file)) throw new Error(`${name} is not in DATA_DIR`)
  // Created with its permissions first; SQLite writes into an empty file.
  closeSync(openSync(target, 'wx', 0o600))
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(target)
    chmodSync(target, 0o600)
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  } finally {
    database.close()
  }
}
