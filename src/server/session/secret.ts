import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '#/server/config/variables.ts'

const FILE = 'session-secret'
const MIN_LENGTH = 32

/**
 * The embedded service's session secret: generated once and stored with owner-only permissions, so that
 * sessions survive restarts.
 * @throws ConfigError when the file is invalid
 */
export const storedSecret = (dataDir: string): string => {
  const file = join(dataDir, FILE)
  try {
    // `wx`: of two servers starting at once, the second reads the first one's file.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < MIN_LENGTH)
    throw new ConfigError(`${FILE} in DATA_DIR is damaged: delete it to have a new one made`)
  return secret
}
