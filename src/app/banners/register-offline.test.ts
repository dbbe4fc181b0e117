import { afterEach, expect, test, vi } from 'vitest'
import { registerOffline } from './register-offline.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the service worker is the one that there is, outside of frames only, and does without where it is refused', async () => {
  const requestedUrls: string[] = []
  const register = (url: string) => {
    requestedUrls.push(url)
    return Promise.reject(new Error('an insecure page'))
  }
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  const window: { parent?: unknown } = {}
  vi.stubGlobal('window', window)
  await registerOffline()
  expect(requestedUrls).toEqual([])
  window.parent = window
  await registerOffline()
  expect(requestedUrls).toEqual(['/offline-worker.js'])
  vi.stubGlobal('navigator', {})
  await registerOffline()
  expect(requestedUrls).toHaveLength(1)
})
