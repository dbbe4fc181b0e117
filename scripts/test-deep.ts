import { spawnSync } from 'node:child_process'
import process from 'node:process'

const ENV = { ...process.env, DEEP: '1' }

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: ENV, shell: process.platform === 'win32' }).status === 0

/**
 * For a night, not for every change: the unit, API and page tests with their properties run many more times, and all pages
 * in React's development build; then the end-to-end tests that are tagged `@deep`, of the built app.
 * Arguments choose among the former only; with any the latter are left out.
 */
const chosen = process.argv.slice(2)
let succeeded = run('vitest', 'run', '--project=!browser', '--testTimeout=600000', ...chosen)
if (chosen.length === 0) {
  succeeded = run('npm', 'run', '-s', 'build') && succeeded
  succeeded =
    run('playwright', 'test', '--config', 'e2e/playwright.config.ts', '--grep', '@deep') && succeeded
}
process.exitCode = succeeded ? 0 : 1
