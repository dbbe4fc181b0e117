import { expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

const find = (present: string[], named?: string) =>
  findChromium(named, '/downloaded', (path) => present.includes(path))

test('the named Chromium comes first, then the downloaded, then the system one', () => {
  const all = ['/named', '/downloaded', '/usr/bin/chromium']
  expect(find(all, '/named')).toBe('/named')
  expect(find(all, '')).toBe('/downloaded')
  expect(find(['/usr/bin/chromium'], '')).toBe('/usr/bin/chromium')
  expect(find([], '')).toBeUndefined()
})

test('a named Chromium that is missing is reported, not replaced by another', () => {
  expect(() => find(['/usr/bin/chromium'], '/named')).toThrow('CHROMIUM_PATH is /named')
})
