import { existsSync } from 'node:fs'
import process from 'node:process'
import { ensureInstalled } from './tools/apt.ts'

const PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** @throws Error with instructions */
export const ensureFirefox = (): string =>
  ensureInstalled({ name: 'Firefox', debian: 'firefox-esr', orSet: 'FIREFOX_PATH to it' }, () =>
    [process.env['FIREFOX_PATH'], ...PATHS].find((path) => path && existsSync(path)),
  )
