import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** The unit and API tests with their properties run many more times: for a night, not for every change. */
const { status } = spawnSync(
  'vitest',
  ['run', '--project=unit', '--testTimeout=600000', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, DEEP: '1' },
    shell: process.platform === 'win32',
  },
)
process.exitCode = status ?? 1
