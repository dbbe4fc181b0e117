import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/**
 * Which Chromium the end-to-end tests drive: the one `CHROMIUM_PATH` names, else the one Playwright has downloaded,
 * else the system's. Undefined: there is none.
 * @throws Error when `CHROMIUM_PATH` names no file
 */
export const findChromium = (
  named = process.env['CHROMIUM_PATH'],
  downloaded = chromium.executablePath(),
  exists: (path: string) => boolean = existsSync,
): string | undefined => {
  if (named && !exists(named)) throw new Error(`CHROMIUM_PATH is ${named}, but there is no such file`)
  return [named, downloaded, SYSTEM_CHROMIUM].find((path) => path && exists(path))
}

/** Tried in this order; the first that leaves a Chromium behind ends the search. */
const INSTALLERS: readonly (readonly string[][])[] = [
  [['npx', 'playwright', 'install', '--with-deps', 'chromium']],
  [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', 'chromium'],
  ],
]
const INSTALL_TIMEOUT_MS = 240_000

/**
 * Finds Chromium, or installs it.
 * @throws Error that says what to do when neither works
 */
export const ensureChromium = (): string => {
  const found = findChromium()
  if (found) return found
  for (const commands of INSTALLERS) {
    for (const [command, ...args] of commands) {
      console.log(`No Chromium yet: ${[command, ...args].join(' ')}`)
      // Without a terminal nothing can ask for a password or a yes.
      spawnSync(command!, args, {
        stdio: ['ignore', 'inherit', 'inherit'],
        timeout: INSTALL_TIMEOUT_MS,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    }
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    'There is no Chromium and it could not be installed: install it and set CHROMIUM_PATH to it',
  )
}
