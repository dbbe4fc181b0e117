import { describe, expect, test } from 'vitest'
import { checkLock, type Lock, type Manifest } from './check-lock.ts'

const manifest: Manifest = {
  name: 'small',
  version: '1.0.0',
  dependencies: { app: '1.2.3' },
  optionalDependencies: { 'native-linux': '2.0.0' },
}

const lockWith = (changes: Lock['packages'] = {}): Lock => ({
  packages: {
    '': {
      version: '1.0.0',
      dependencies: { app: '1.2.3' },
      optionalDependencies: { 'native-linux': '2.0.0' },
    },
    'node_modules/app': { version: '1.2.3', integrity: 'sha512-a', dependencies: { deep: '^1.0.0' } },
    'node_modules/deep': { version: '1.4.0', integrity: 'sha512-b' },
    'node_modules/native-linux': { version: '2.0.0', integrity: 'sha512-c' },
    ...changes,
  },
})
const without = (lock: Lock, path: string): Lock => ({
  packages: Object.fromEntries(Object.entries(lock.packages).filter(([name]) => name !== path)),
})

test('lockfile-policy: a lock file that fits has no problems', () => {
  expect(checkLock(manifest, lockWith())).toEqual([])
})

describe('package.json', () => {
  test.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.2.3', 'npm:other@1.2.3', 'file:../app'])(
    '"%s" is not a pin',
    (version) => {
      const lock = lockWith({
        '': { dependencies: { app: version }, optionalDependencies: { 'native-linux': '2.0.0' } },
      })
      expect(checkLock({ ...manifest, dependencies: { app: version } }, lock)).toContain(
        `dependencies.app: "${version}" is not one exact version`,
      )
    },
  )

  test('a pre-release is one exact version', () => {
    const lock = lockWith({
      '': { dependencies: { app: '2.0.0-rc.1' }, optionalDependencies: { 'native-linux': '2.0.0' } },
      'node_modules/app': { version: '2.0.0-rc.1', integrity: 'sha512-a' },
    })
    expect(checkLock({ ...manifest, dependencies: { app: '2.0.0-rc.1' } }, lock)).toEqual([])
  })

  test('a dependency added, removed or changed since the lock file was made is named', () => {
    expect(checkLock({ ...manifest, devDependencies: { tool: '1.0.0' } }, lockWith())).toEqual([
      'devDependencies.tool: package.json says 1.0.0, the lock file nothing',
    ])
    expect(checkLock({ ...manifest, optionalDependencies: {} }, lockWith())).toEqual([
      'optionalDependencies.native-linux: package.json says nothing, the lock file 2.0.0',
    ])
    expect(checkLock({ ...manifest, dependencies: { app: '1.2.4' } }, lockWith())).toEqual([
      'dependencies.app: package.json says 1.2.4, the lock file 1.2.3',
    ])
  })
})

describe('entries', () => {
  test('a package for another platform that the lock file left out is named', () => {
    const changed = lockWith({
      'node_modules/app': {
        version: '1.2.3',
        integrity: 'sha512-a',
        optionalDependencies: { '@app/binding-darwin': '1.2.3', '@app/binding-linux': '1.2.3' },
      },
      'node_modules/@app/binding-linux': { version: '1.2.3', integrity: 'sha512-d' },
    })
    expect(checkLock(manifest, changed)).toEqual([
      'node_modules/app needs @app/binding-darwin@1.2.3, which has no entry',
    ])
  })

  test('a direct dependency without an entry is named', () => {
    expect(checkLock(manifest, without(lockWith(), 'node_modules/native-linux'))).toEqual([
      'package.json needs native-linux@2.0.0, which has no entry',
    ])
  })

  test('an entry of another version than the one pinned is named', () => {
    const changed = lockWith({ 'node_modules/native-linux': { version: '2.0.1', integrity: 'sha512-c' } })
    expect(checkLock(manifest, changed)).toEqual([
      'package.json needs native-linux@2.0.0, but node_modules/native-linux is 2.0.1',
    ])
  })

  test('a dependency is found where Node finds it: the nearest node_modules first', () => {
    const nested = {
      'node_modules/app': { version: '1.2.3', integrity: 'sha512-a', dependencies: { deep: '1.0.0' } },
      'node_modules/app/node_modules/deep': {
        version: '1.0.0',
        integrity: 'sha512-e',
        dependencies: { 'native-linux': '2.0.0', '@scope/leaf': '3.0.0' },
      },
      'node_modules/app/node_modules/@scope/leaf': { version: '3.0.0', integrity: 'sha512-f' },
    }
    expect(checkLock(manifest, lockWith(nested))).toEqual([])
    expect(checkLock(manifest, without(lockWith(nested), 'node_modules/app/node_modules/deep'))).toEqual([
      'node_modules/app needs deep@1.0.0, but node_modules/deep is 1.4.0',
    ])
  })

  test('lockfile-policy: a package without integrity, or from elsewhere, is named', () => {
    const resolved = 'https://example.org/deep-1.4.0.tgz'
    expect(checkLock(manifest, lockWith({ 'node_modules/deep': { version: '1.4.0', resolved } }))).toEqual([
      'node_modules/deep has no integrity',
      `node_modules/deep names where it comes from: ${resolved}`,
    ])
  })

  test('a package that lies inside another one has no integrity of its own', () => {
    const bundled = { 'node_modules/app/node_modules/inside': { version: '1.0.0', inBundle: true } }
    expect(checkLock(manifest, lockWith(bundled))).toEqual([])
  })
})
