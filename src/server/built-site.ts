import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/variables.ts'
import { createSite } from './document/static.ts'

const DIST = join(import.meta.dirname, '../../dist')

/**
 * The app in `dist`.
 * @throws ConfigError if missing
 */
export const builtSite = ({ transport, embedding }: Config) => {
  try {
    return createSite(DIST, transport, embedding ?? undefined)
  } catch (cause) {
    throw new ConfigError('the app is not built: `npm start` and `npm run build` do it', { cause })
  }
}
