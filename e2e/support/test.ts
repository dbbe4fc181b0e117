import { test as base, expect, type BrowserContext, type Page, type Request } from '@playwright/test'
import { useTestClock } from './servers/clock.ts'

/** The preview's sandbox blocks our script and logs it. */
const STOPPED_OURSELVES = /^Blocked script execution in '[^']*\/notification-preview\//

/** Expected 404 of plans off the price list. */
const isGonePlan = (text: string, url: string) =>
  /status of 404/.test(text) && /\/v1(?:\/clients\/[^/]+)?\/payment\/plans\//.test(url)

/** Service worker updates fail without a server. */
const isWorkerRequest = (text: string, url: string) =>
  url === '' && text === 'An unknown error occurred when fetching the script.'

/** Errors that fail a test. */
const watch = async (context: BrowserContext, complain: (text: string) => void) => {
  context.on('console', (message) => {
    const { url } = message.location()
    const isExpected =
      STOPPED_OURSELVES.test(message.text()) ||
      isGonePlan(message.text(), url) ||
      isWorkerRequest(message.text(), url)
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

/** Consecutive idle checks. */
const QUIET_POLLS = 3

/** Every request of the page has been answered. */
export const answered = async (page: Page): Promise<void> => {
  const requests = underWay.get(page.context())!
  let polls = 0
  await expect
    .poll(() => (polls = requests.size === 0 ? polls + 1 : 0), { intervals: [100] })
    .toBeGreaterThanOrEqual(QUIET_POLLS)
}

interface Fixtures {
  /** Page errors and CSP violations fail tests, unless allowed: `allowConsole(/status of 401/)`. */
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
