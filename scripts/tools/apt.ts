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

/**
 * The program that is found, or found once its package is installed.
 * @param orSet variable of the environment, and to what
 * @throws Error with instructions
 */
export const ensureInstalled = (
  { name, debian, orSet }: { readonly name: string; readonly debian: string; readonly orSet: string },
  find: () => string | undefined,
): string => {
  const found = find()
  if (found) return found
  aptInstall(debian)
  const installed = find()
  if (installed) return installed
  throw new Error(
    `The tests need ${name}: install it (on Debian as root: apt-get install ${debian}), or set ${orSet}.`,
  )
}
