import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licenceList, notAllowed, packagesOf } from './licences.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('licences-allowed: every package that is needed to run is under one, and docs/licences.md lists them', () => {
  const packages = packagesOf(JSON.parse(read('package-lock.json')))
  expect(packages.length).toBeGreaterThan(50)
  expect(notAllowed(packages)).toEqual([])
  expect(read('docs/licences.md'), 'npm run licences writes it').toBe(licenceList(packages))
})

test('the licence of the typeface comes along with it', () => {
  expect(read('public/licence-inter.txt')).toBe(read('node_modules/@fontsource-variable/inter/LICENSE'))
})

test('another licence, none, or one of two that must both hold is named', () => {
  const lock = (licenses: Record<string, string | undefined>) => ({
    packages: Object.fromEntries(
      Object.entries(licenses).map(([name, license]) => [
        `node_modules/${name}`,
        { version: '1.0.0', ...(license !== undefined && { license }) },
      ]),
    ),
  })
  const packages = packagesOf(
    lock({ a: 'AGPL-3.0-only', b: undefined, c: '(MIT OR GPL-3.0-only)', d: 'MIT AND SSPL-1.0', e: 'ISC' }),
  )
  expect(notAllowed(packages)).toEqual([
    'a@1.0.0: AGPL-3.0-only',
    'b@1.0.0: no licence',
    'd@1.0.0: MIT AND SSPL-1.0',
  ])
})

test('what only builds and tests is no matter', () => {
  expect(packagesOf({ packages: { 'node_modules/a': { version: '1.0.0', dev: true } } })).toEqual([])
})
