import { test as base, expect, type BrowserContext, type Page, type Request } from '@playwright/test'
import { useTestClock } from './servers/clock.ts'

/** The sandbox of the notification preview stops our own script below too, and says so each time. */
const STOPPED_OURSELVES = /^Blocked script execution in '[^']*\/notification-preview\//

/** A tariff whose plan is no longer offered: that is the service's 404, and every browser writes such an answer down. */
const isGonePlan = (text: string, url: string) =>
  /status of 404/.test(text) && /\/v1(?:\/clients\/[^/]+)?\/payment\/plans\//.test(url)

/**
 * A browser looks for a newer service worker by itself, at a moment of its own, and says so without an address where no server
 * answers: the server is being replaced, or there is no network.
 */
const isWorkerLookedFor = (text: string, url: string) =>
  url === '' && text === 'An unknown error occurred when fetching the script.'

/** Why an end-to-end test never ends green over a page that complained. */
const watch = async (context: BrowserContext, complain: (text: string) => void) => {
  context.on('console', (message) => {
    const { url } = message.location()
    const isExpected =
      STOPPED_OURSELVES.test(message.text()) ||
      isGonePlan(message.text(), url) ||
      isWorkerLookedFor(message.text(), url)
    if (message.type() === 'error' && !isExpected) complain(`console: ${message.text()} (${url})`)
  })
  context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.exposeBinding('reportPolicyViolation', (_, text: string) => complain(text))
  await context.addInitScript(() => {
    const { reportPolicyViolation } = globalThis as unknown as {
      reportPolicyViolation: (text: string) => void
    }
    addEventListener('securitypolicyviolation', (event) =>
      reportPolicyViolation(
        `policy: ${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`,
      ),
    )
  })
}

const underWay = new WeakMap<BrowserContext, Set<Request>>()

const followRequests = (context: BrowserContext) => {
  const requests = new Set<Request>()
  underWay.set(context, requests)
  context.on('request', (request) => {
    // A browser asks for a newer service worker by itself.
    if (request.serviceWorker() === null) requests.add(request)
  })
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** How often in a row nothing must be under way: an answer may lead to the next request. */
const QUIET_LOOKS = 3

/** Every request of the page has been answered. */
export const answered = async (page: Page): Promise<void> => {
  const requests = underWay.get(page.context())!
  let looks = 0
  await expect
    .poll(() => (looks = requests.size === 0 ? looks + 1 : 0), { intervals: [100] })
    .toBeGreaterThanOrEqual(QUIET_LOOKS)
}

interface Fixtures {
  /**
   * A console error, an uncaught error, a dialog or a violation of the Content-Security-Policy fails every test. A
   * test that provokes one says which: `allowConsole(/status of 401/)`.
   */
  allowConsole: (pattern: RegExp) => void
}

export const test = base.extend<Fixtures>({
  allowConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const complaints: string[] = []
      await useTestClock(context)
      followRequests(context)
      await watch(context, (text) => complaints.push(text))
      await use((pattern) => void allowed.push(pattern))
      const unexpected = complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))
      expect(unexpected, 'complaints of the page').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
