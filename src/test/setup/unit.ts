import { afterAll, vi } from 'vitest'
import { startTestClock } from '#/test/clock.ts'

/*
 * One process runs many test files, one after another (vitest.config.ts): each begins with modules of ours that were not
 * used before, and with an empty window.
 */
startTestClock()
vi.resetModules()
// Vitest restores mocks only before the next test.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
if ('document' in globalThis) {
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  // p-queue sets listener limits; jsdom's targets need this.
  Object.assign(EventTarget.prototype, { setMaxListeners: () => {} })
}
