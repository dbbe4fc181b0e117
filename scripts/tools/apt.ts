import { spawnSync } from 'node:child_process'
import process from 'node:process'

const TIMEOUT_MS = 240_000

/** Installs Debian packages without starting services. */
export const aptInstall = (...packages: readonly string[]): void => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
}
