import { join } from 'node:path'
import { serve } from './boot.ts'
import { ConfigError } from './config/variables.ts'
import { createSite } from './http/static.ts'

const DIST = join(import.meta.dirname, '../../dist')

await serve(({ transport, embedding }) => {
  try {
    return createSite(DIST, transport, embedding ?? undefined)
  } catch (cause) {
    throw new ConfigError('the app is not built: `npm start` and `npm run build` do it', { cause })
  }
})
