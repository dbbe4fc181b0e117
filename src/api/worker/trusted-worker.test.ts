import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerOffline, startWorker } from './trusted-worker.ts'

const started: string[] = []
beforeEach(() => {
  started.length = 0
  vi.stubGlobal('location', new URL('https://calls.example/calls'))
  vi.stubGlobal('Worker', function start(url: string) {
    started.push(url)
  })
})
afterEach(() => void vi.unstubAllGlobals())

// Tests run from sources, like `npm run dev`.
const OURS = '/src/features/journal/export/worker.ts?worker_file&type=module'

test('a worker of ours is started', () => {
  startWorker(OURS)
  expect(started).toEqual([OURS])
})

test.each([
  'https://evil.example/src/features/journal/export/worker.ts',
  '//evil.example/src/a/worker.ts',
  'data:text/javascript,alert(1)',
  'blob:https://calls.example/1',
  'javascript:alert(1)',
  '/api/recordings/1/2',
  '/src/a/worker.ts/../../api/x',
  '/assets/index.js',
])('nothing else is: %s', (url) => {
  expect(() => startWorker(url)).toThrow(TypeError)
  expect(started).toEqual([])
})

test('the service worker is the one that there is, outside of frames only, and does without where it is refused', async () => {
  const asked: string[] = []
  const register = (url: string) => {
    asked.push(url)
    return Promise.reject(new Error('an insecure page'))
  }
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  const window: { parent?: unknown } = {}
  vi.stubGlobal('window', window)
  await registerOffline()
  expect(asked).toEqual([])
  window.parent = window
  await registerOffline()
  expect(asked).toEqual(['/offline-worker.js'])
  vi.stubGlobal('navigator', {})
  await registerOffline()
  expect(asked).toHaveLength(1)
})
