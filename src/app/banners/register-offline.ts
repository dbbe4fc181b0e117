/** Service worker for offline pages, see `public`. */
const OFFLINE_WORKER = '/offline-worker.js'

const rules = {
  createScriptURL: (url: string): string => {
    if (url !== OFFLINE_WORKER) throw new TypeError(`No worker of ours: ${url}`)
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

/** Registers the offline page; without it the browser shows its own. */
export const registerOffline = async (): Promise<void> => {
  // In a frame the portal's page handles this.
  if (!('serviceWorker' in navigator) || window.parent !== window) return
  await navigator.serviceWorker.register(policy.createScriptURL(OFFLINE_WORKER)).catch(() => {})
}
