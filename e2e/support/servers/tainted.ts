import { taintedService } from '#/test/taint/tainted-service.ts'
import { close, onLoopback, test as base } from './real-api.ts'

/** The second server stands in front of a service whose every text is an attack. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  env: async ({}, use) => {
    const { server, port } = await onLoopback(taintedService(Date.now()))
    await use({ API_BASE_URL: `http://127.0.0.1:${port}` })
    await close(server)
  },
})
