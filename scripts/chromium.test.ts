import { expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

const find = (present: string[], named?: string) =>
  findChromium(named, '/downloaded', (path) => present.includes(path))

test('the named Chromium comes first, then the system’s headless one, the downloaded, the system’s', () => {
  const order = ['/named', '/usr/bin/chromium-headless-shell', '/downloaded', '/usr/bin/chromium']
  expect(find(order.toReversed(), '/named')).toBe('/named')
  for (const index of [1, 2, 3]) expect(find(order.slice(index).toReversed(), '')).toBe(order[index])
  expect(find([], '')).toBeUndefined()
})

test('a named Chromium that is missing is reported, not replaced by another', () => {
  expect(() => find(['/usr/bin/chromium'], '/named')).toThrow('CHROMIUM_PATH is /named')
})
