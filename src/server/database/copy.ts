import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * A copy of a database of DATA_DIR as of one moment, its owner's only, while a server goes on with the original.
 * @throws when there is none, the target is there already, or it cannot be written
 */
export const copyDatabase = (folder: string, name: string, target: string): void => {
  const file = join(folder, name)
  if (!existsSync(file)) throw new Error(`${name} is not in DATA_DIR`)
  // Created first with its permissions, so that no other user can ever read it; SQLite writes into an empty file.
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
