import { spawnSync } from 'node:child_process'
import process from 'node:process'

/**
 * The unit, API and page tests with their properties run many more times, and all pages in React's development build: for
 * a night, not for every change.
 */
const { status } = spawnSync(
  'vitest',
  ['run', '--project=!browser', '--testTimeout=600000', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, DEEP: '1' },
    shell: process.platform === 'win32',
  },
)
process.exitCode = status ?? 1
