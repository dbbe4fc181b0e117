import process from 'node:process'
import { ensureChromium } from '../chromium.ts'
import { ensureFirefox } from '../firefox.ts'
import { ensureNginx } from '../nginx.ts'
import { ensurePostgres } from '../postgres.ts'

/* `node scripts/tools/tools.ts chromium nginx`: finds or installs tools. */

const TOOLS = {
  chromium: ensureChromium,
  firefox: ensureFirefox,
  nginx: ensureNginx,
  postgres: ensurePostgres,
}

try {
  for (const [name, ensure] of Object.entries(TOOLS)) if (process.argv.includes(name)) ensure()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
