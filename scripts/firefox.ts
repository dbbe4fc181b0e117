import { existsSync } from 'node:fs'
import process from 'node:process'
import { aptInstall } from './tools/apt.ts'

const PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** @throws Error with instructions */
export const ensureFirefox = (): string => {
  const find = () => [process.env['FIREFOX_PATH'], ...PATHS].find((path) => path && existsSync(path))
  const found = find()
  if (found) return found
  aptInstall('firefox-esr')
  const installed = find()
  if (installed) return installed
  throw new Error(
    'The tests need Firefox: install it (on Debian as root: apt-get install firefox-esr), or set FIREFOX_PATH to it.',
  )
}
