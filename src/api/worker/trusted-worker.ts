/** URLs of our workers, in development or by build names: see `assetHeaders` of the server. */
const OURS = import.meta.env.DEV
  ? /^\/src\/[\w/-]+\/worker\.ts$/
  : /^\/assets\/(?:[\w-]+\.)?worker-[\w-]+\.js$/

/** Service worker for offline pages, see `public`. */
const OFFLINE_WORKER = '/offline-worker.js'

const rules = {
  createScriptURL: (url: string): string => {
    const { origin, pathname } = new URL(url, location.origin)
    if (origin !== location.origin || (pathname !== OFFLINE_WORKER && !OURS.test(pathname)))
      throw new TypeError(`No worker of ours: ${url}`)
    return url
  },
}

/** The Trusted Types policy allowed by the CSP. */
const policy =
  (
    globalThis as {
      trustedTypes?: { createPolicy: (name: string, policyRules: typeof rules) => typeof rules }
    }
  ).trustedTypes?.createPolicy('callboard', rules) ?? rules

/**
 * Starts a worker. @param url imported as `./worker.ts?worker&url`
 * @throws TypeError for foreign URLs
 */
export const startWorker = (url: string): Worker =>
  new Worker(policy.createScriptURL(url), { type: 'module' })

/** Registers the offline page; without it the browser shows its own. */
export const registerOffline = async (): Promise<void> => {
  // In a frame the portal's page handles this.
  if (!('serviceWorker' in navigator) || window.parent !== window) return
  await navigator.serviceWorker.register(policy.createScriptURL(OFFLINE_WORKER)).catch(() => {})
}
