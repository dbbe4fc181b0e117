/** The sources of our workers under `npm run dev`, or what the build has named one: see `assetHeaders` of the server. */
const OURS = import.meta.env.DEV
  ? /^\/src\/[\w/-]+\/worker\.ts$/
  : /^\/assets\/(?:[\w-]+\.)?worker-[\w-]+\.js$/

/** The one service worker, which answers pages that the network does not: see the file itself, in `public`. */
const OFFLINE_WORKER = '/offline-worker.js'

const rules = {
  createScriptURL: (url: string): string => {
    const { origin, pathname } = new URL(url, location.origin)
    if (origin !== location.origin || (pathname !== OFFLINE_WORKER && !OURS.test(pathname)))
      throw new TypeError(`No worker of ours: ${url}`)
    return url
  },
}

/** The one Trusted Types policy that the page's Content-Security-Policy allows. Not every browser supports them. */
const policy =
  (
    globalThis as {
      trustedTypes?: { createPolicy: (name: string, policyRules: typeof rules) => typeof rules }
    }
  ).trustedTypes?.createPolicy('callboard', rules) ?? rules

/**
 * Starts a worker of ours. @param url imported as `./worker.ts?worker&url`
 * @throws TypeError for any other address
 */
export const startWorker = (url: string): Worker =>
  new Worker(policy.createScriptURL(url), { type: 'module' })

/** Lets a page say that there is no connection. Where it cannot, a page without a connection says what the browser does. */
export const registerOffline = async (): Promise<void> => {
  // In a portal's frame it is the portal's page that is there or is not.
  if (!('serviceWorker' in navigator) || window.parent !== window) return
  await navigator.serviceWorker.register(policy.createScriptURL(OFFLINE_WORKER)).catch(() => {})
}
