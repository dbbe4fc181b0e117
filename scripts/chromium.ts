import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's: has no windows to keep, and takes a sixth less time for the same tests. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/**
 * Which Chromium the tests drive: the one `CHROMIUM_PATH` names, else the system's headless one, else the one Playwright
 * has downloaded, else the system's. Undefined: there is none.
 * @throws Error when `CHROMIUM_PATH` names no file
 */
export const findChromium = (
  named = process.env['CHROMIUM_PATH'],
  downloaded = chromium.executablePath(),
  exists: (path: string) => boolean = existsSync,
): string | undefined => {
  if (named && !exists(named)) throw new Error(`CHROMIUM_PATH is ${named}, but there is no such file`)
  return [named, HEADLESS, downloaded, SYSTEM_CHROMIUM].find((path) => path && exists(path))
}

/** Whether this one made the pictures that the tests compare with: others draw letters in another way. */
export const madePictures = (path: string | undefined): boolean => path === HEADLESS

/** Tried in this order; the first that leaves a Chromium behind ends the search. */
const INSTALLERS: readonly (readonly string[][])[] = [
  [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', 'chromium-headless-shell'],
  ],
  [['npx', 'playwright', 'install', '--with-deps', 'chromium']],
  [['apt-get', 'install', '-y', 'chromium']],
]
const INSTALL_TIMEOUT_MS = 240_000

/**
 * Finds Chromium, or installs it; the one that made the pictures if it can be had.
 * @throws Error that says what to do when neither works
 */
export const ensureChromium = (): string => {
  const found = findChromium()
  if (found && (process.env['CHROMIUM_PATH'] || madePictures(found))) return found
  for (const commands of found ? INSTALLERS.slice(0, 1) : INSTALLERS) {
    for (const [command, ...args] of commands) {
      console.log(`No ${found ? 'headless ' : ''}Chromium yet: ${[command, ...args].join(' ')}`)
      // Without a terminal nothing can ask for a password or a yes.
      spawnSync(command!, args, {
        stdio: ['ignore', 'inherit', 'inherit'],
        timeout: INSTALL_TIMEOUT_MS,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    }
    const installed = findChromium()
    if (installed) {
      if (!madePictures(installed))
        console.log('The pictures of the primitives were made by another Chromium: not compared.')
      return installed
    }
  }
  throw new Error(
    'There is no Chromium and it could not be installed: install it and set CHROMIUM_PATH to it',
  )
}
