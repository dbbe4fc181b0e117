import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { aptInstall } from './tools/apt.ts'

/** Debian's headless build, a sixth faster. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/**
 * `CHROMIUM_PATH`, the system's headless build, Playwright's, or the system's.
 * @throws Error if `CHROMIUM_PATH` is wrong
 */
export const findChromium = (
  named = process.env['CHROMIUM_PATH'],
  downloaded = chromium.executablePath(),
  exists: (path: string) => boolean = existsSync,
): string | undefined => {
  if (named && !exists(named)) throw new Error(`CHROMIUM_PATH is ${named}, but there is no such file`)
  return [named, HEADLESS, downloaded, SYSTEM_CHROMIUM].find((path) => path && exists(path))
}

/** Reference images depend on the build. */
export const madePictures = (path: string | undefined): boolean => path === HEADLESS

const DOWNLOAD_TIMEOUT_MS = 240_000
/** What Playwright downloads: where there is no Debian, or no right to install. */
const download = () =>
  spawnSync('npx', ['playwright', 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: DOWNLOAD_TIMEOUT_MS,
    shell: process.platform === 'win32',
  })

/** Tried in this order until there is a Chromium. */
const INSTALLERS = [() => aptInstall('chromium-headless-shell'), download, () => aptInstall('chromium')]

/** @throws Error with instructions */
export const ensureChromium = (): string => {
  const found = findChromium()
  if (found && (process.env['CHROMIUM_PATH'] || madePictures(found))) return found
  for (const install of found ? INSTALLERS.slice(0, 1) : INSTALLERS) {
    console.log(`No ${found ? 'headless ' : ''}Chromium yet: installing it`)
    install()
    const installed = findChromium()
    if (!installed) continue
    if (!madePictures(installed))
      console.log('The pictures of the primitives were made by another Chromium: not compared.')
    return installed
  }
  throw new Error(
    'The tests need Chromium: install it (on Debian as root: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to it.',
  )
}
